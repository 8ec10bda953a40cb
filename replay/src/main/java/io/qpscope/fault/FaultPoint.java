package io.qpscope.fault;

import io.qpscope.fault.plan.Action;
import io.qpscope.fault.plan.Action.InjectCm;
import io.qpscope.fault.plan.Extra;
import io.qpscope.fault.plan.Side;
import io.qpscope.frame.CmField;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A place that packets pass, each of them once, and the rules that act there. Rules act in the
 * plan's order; what one has dropped the later ones do not see, and what one has changed they judge
 * by what it was before.
 */
public final class FaultPoint implements Meddler {
    private static final int BYTE = 8;

    private final FaultEngine engine;
    private final ActiveRule[] rules;
    private final PacketFacts facts = new PacketFacts();
    private final QpPlaces places;
    private final PacketSurgeon surgeon = new PacketSurgeon();
    private final PacketMint mint = new PacketMint();
    private final CmMint mintCm = new CmMint();
    private Injector injector = Injector.NONE;
    /** Whether the packet under way has been changed so that the receiver will not take it. */
    private boolean damaged;

    /** Whether its ICRC is wrong on purpose. */
    private boolean spoiled;

    private boolean marksForth = true;
    private boolean marksBack = true;

    /**
     * @param here rules that act here, those by time too
     */
    FaultPoint(FaultEngine engine, Iterable<ActiveRule> here, boolean rounds, boolean messages) {
        this.engine = engine;
        List<ActiveRule> all = new ArrayList<>();
        here.forEach(all::add);
        rules = all.stream().filter(each -> each.rule.matcher() != null).toArray(ActiveRule[]::new);
        boolean forges = all.stream().anyMatch(each -> each.rule.action() instanceof InjectCm);
        places = new QpPlaces(rounds, messages, forges);
    }

    /** Who knows which queue pairs are connected. */
    public FaultPoint directory(QpDirectory known) {
        places.directory(known);
        return this;
    }

    /** Marks in this direction would not get onto the wire: rules that mark don't act on it. */
    public FaultPoint withoutMarks(boolean fromA) {
        if (fromA) {
            marksForth = false;
        } else {
            marksBack = false;
        }
        return this;
    }

    @Override
    public void injector(Injector into) {
        injector = into;
    }

    @Override
    public long deadline() {
        return engine.deadline();
    }

    @Override
    public void expire(long now) {
        engine.expire(now);
    }

    @Override
    public void meddle(boolean fromA, ByteBuffer packet, int at, int length, long now, Fate fate) {
        if (!facts.read(packet, at, length)) {
            return;
        }
        places.find(fromA, facts);
        if (places.request && places.lane != null && places.lane.swallows(places.psn)) {
            fate.drop();
            return;
        }
        damaged = false;
        spoiled = false;
        long since = now - engine.start();
        for (ActiveRule rule : rules) {
            if (rule.means(facts, places, since)
                    && can(rule.rule.action(), fromA)
                    && rule.chooses()) {
                rule.fired();
                act(rule, now, fate);
                if (fate.dropped()) {
                    break;
                }
            }
        }
        if (places.lane == null) {
            return;
        }
        if (!places.request) {
            release(now);
        } else if (!damaged && !fate.dropped() && fate.delayNs() == 0 && fate.behind() == 0) {
            places.lane.delivered(facts, places.psn);
        }
    }

    /** Whether the packet has what the action needs. */
    private boolean can(Action action, boolean fromA) {
        if (action instanceof Action.Corrupt corrupt) {
            return PacketSurgeon.has(facts, corrupt);
        }
        if (action instanceof Action.CorruptCm corrupt) {
            return has(corrupt.field());
        }
        if (action instanceof InjectCm inject) {
            CmTalk talk = talkOf(inject);
            return talk != null && mintCm.make(talk, inject) != null;
        }
        if (action instanceof Action.Truncate truncate) {
            return PacketSurgeon.shortens(facts, truncate);
        }
        if (action instanceof Action.Mark) {
            return fromA ? marksForth : marksBack;
        }
        if (action instanceof Action.Answer) {
            return places.lane != null
                    && places.lane.awaits(places.psn)
                    && PacketMint.can(places.pair, places.from.other());
        }
        if (action instanceof Action.Inject inject) {
            QpPair pair = pairOf(inject.packet());
            return pair != null && PacketMint.can(pair, inject.packet().from());
        }
        return true;
    }

    private boolean has(CmField field) {
        CmPlaces cm = places.cm;
        return cm.attribute != 0
                && (field.attribute() == 0 || field.attribute() == cm.attribute)
                && BYTE * (facts.end - cm.datagram) >= field.bitOffset() + field.bits();
    }

    private CmTalk talkOf(InjectCm inject) {
        boolean same = inject.connection() == 0 && places.cm.talk != null;
        return same ? places.cm.talk : places.cm.talk(inject.connection());
    }

    private QpPair pairOf(Extra extra) {
        return extra.qp() == 0 ? places.pair : places.pair(extra.qp());
    }

    private void act(ActiveRule rule, long now, Fate fate) {
        Action action = rule.rule.action();
        if (action instanceof Action.Drop) {
            fate.drop();
        } else if (action instanceof Action.Delay delay) {
            boolean exact = delay.leastNs() == delay.mostNs();
            fate.delay(
                    exact
                            ? delay.leastNs()
                            : rule.random.nextLong(delay.leastNs(), delay.mostNs() + 1));
        } else if (action instanceof Action.Reorder reorder) {
            fate.behind(reorder.by(), reorder.withinNs());
        } else if (action instanceof Action.Duplicate duplicate) {
            fate.duplicate(duplicate.copies());
        } else if (action instanceof Action.Corrupt corrupt) {
            surgeon.corrupt(facts, corrupt, damage(corrupt.fixIcrc()));
        } else if (action instanceof Action.CorruptCm corrupt) {
            PacketSurgeon.change(
                    facts.packet,
                    places.cm.datagram,
                    corrupt.field(),
                    corrupt.change(),
                    corrupt.operand());
            if (damage(corrupt.fixIcrc())) {
                surgeon.sign(facts);
            }
        } else if (action instanceof InjectCm inject) {
            inject(talkOf(inject), inject, now);
        } else if (action instanceof Action.Truncate truncate) {
            fate.cut(surgeon.truncate(facts, truncate, damage(truncate.fixIcrc())));
        } else if (action instanceof Action.Mark mark) {
            PacketSurgeon.mark(facts, mark);
        } else if (action instanceof Action.Answer answer) {
            answer(answer, now, fate);
        } else if (action instanceof Action.Inject inject) {
            inject(pairOf(inject.packet()), inject.packet(), now);
        }
    }

    /** Whether the ICRC may become right: what an earlier rule has made wrong stays wrong. */
    private boolean damage(boolean fixIcrc) {
        damaged = true;
        spoiled |= !fixIcrc;
        return !spoiled;
    }

    private void answer(Action.Answer answer, long now, Fate fate) {
        QpLane lane = places.lane;
        if (answer.swallow()) {
            fate.drop();
            lane.holdAt(places.psn);
        }
        if (lane.owes(places.psn)) {
            lane.pend(places.psn, answer.syndrome());
        } else {
            send(places.pair, places.from.other(), places.psn, answer.syndrome(), now);
        }
    }

    /** Behind the responses that a responder would have sent first. */
    private void release(long now) {
        long psn = places.lane.released();
        if (psn >= 0) {
            send(places.pair, places.from, psn, places.lane.pendingSyndrome(), now);
        }
    }

    private void send(QpPair pair, Side responder, long psn, int syndrome, long now) {
        int length = mint.answer(pair, responder, psn, syndrome);
        boolean forth = pair.forth == (responder == Side.A);
        boolean answers = places.request;
        injector.inject(forth, answers, mint.packet(), 0, length, now);
    }

    private void inject(QpPair pair, Extra extra, long now) {
        int length = mint.extra(pair, extra);
        boolean forth = pair.forth == (extra.from() == Side.A);
        injector.inject(forth, false, mint.packet(), 0, length, now);
    }

    private boolean inject(CmTalk talk, InjectCm what, long now) {
        ByteBuffer packet = talk == null ? null : mintCm.make(talk, what);
        if (packet != null) {
            boolean forth = talk.forth == (what.from() == Side.A);
            injector.inject(forth, false, packet, 0, packet.limit(), now);
        }
        return packet != null;
    }

    /** By time; false when the connection is not known yet. */
    boolean inject(InjectCm what, long now) {
        return inject(places.cm.talk(what.connection()), what, now);
    }

    /** By time; false when the queue pair is not known well enough yet. */
    boolean inject(Extra extra, long now) {
        QpPair pair = places.pair(extra.qp());
        if (pair == null || !PacketMint.can(pair, extra.from())) {
            return false;
        }
        inject(pair, extra, now);
        return true;
    }
}

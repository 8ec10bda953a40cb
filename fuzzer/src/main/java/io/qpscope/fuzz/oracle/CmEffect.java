package io.qpscope.fuzz.oracle;

import io.qpscope.fuzz.Rule;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What rules about messages of connection management can do to a connection at worst: IBA vol 1, 12.9
 * says what a side must not heed.
 */
final class CmEffect {
    /** Fields that nothing of a connection depends on here. */
    private static final Pattern UNHEEDED = Pattern.compile("mad\\.(status|classspecific|"
            + "transactionid|attributemodifier|reserved.*)|cm\\..*(reserved|private|(?<!qpn)eecn|localqkey|"
            + "localcaguid|e2eflowctrl|pkey|rdcexist|srq|ext_transport|lid|flowlabel|pktrate|hoplim|"
            + "prim_sl|subnetlocal|alt_.*|ip_cm.*|failoveracc|tgtackdelay|remoteresptout).*");
    /** A message that is another's, or of no kind that is known, is not read. */
    private static final Set<String> UNREAD =
            Set.of("mad.baseversion", "mad.mgmtclass", "mad.classversion", "mad.method");

    /** Messages whose loss is all that can come of another content. */
    private static final Set<String> PLAIN = Set.of("RTU", "DREQ", "DREP");

    private static final Set<String> HARMLESS =
            Set.of("RTU", "DREP", "MRA", "SIDR_REQ", "SIDR_REP", "LAP", "APR");

    private static final String ATTRIBUTE = "mad.attributeid";

    private CmEffect() {}

    static Effect of(Rule rule) {
        return switch (rule.action()) {
            case "inject" -> forged(rule);
            case "corrupt" -> changed(rule);
            case "mark" -> Effect.NONE;
            case "truncate" -> rule.text("icrc").equals("fix") ? Effect.LIE : Effect.LOSS;
            default -> Effect.LOSS;
        };
    }

    private static Effect changed(Rule rule) {
        if (!rule.text("icrc").equals("fix")) {
            return Effect.LOSS;
        }
        String field = rule.text("field");
        boolean any = rule.text("cm").equals("any");
        if (UNHEEDED.matcher(field).matches()) {
            return Effect.NONE;
        }
        boolean ofPacket = !field.startsWith("cm.") && !field.startsWith("mad.");
        if (UNREAD.contains(field) || ofPacket) {
            return Effect.LOSS;
        }
        boolean plain = PLAIN.contains(rule.text("cm")) && field.startsWith("cm.");
        return plain && !any ? Effect.LOSS : Effect.LIE;
    }

    /**
     * What comes behind a message that has arrived before. A REQ comes again, or is another
     * connection's; what names other ids or queue pairs is nobody's.
     */
    private static Effect forged(Rule rule) {
        String message = rule.text("cm.message");
        String field = rule.text("cm.field");
        boolean fromB = rule.text("cm.from").equals("b");
        if (field.equals(ATTRIBUTE)) {
            return Effect.LIE;
        }
        if (UNREAD.contains(field) || HARMLESS.contains(message)) {
            return Effect.NONE;
        }
        boolean ended = List.of("DREQ", "DREP").contains(rule.text("on.cm"));
        // Who sends an RTU has established its side.
        boolean late = message.equals("REJ") && fromB && rule.text("on.cm").equals("RTU");
        // A REJ without the receiver's id is of who never heard it: the sender's own says enough.
        boolean nameless = message.equals("REJ") && rule.number("cm.value", 1) == 0;
        boolean foreign = (field.endsWith("remotecommid") && !nameless)
                || (message.equals("DREQ") && field.startsWith("cm."))
                || (message.equals("REP") && !fromB);
        boolean ignored = foreign && !UNHEEDED.matcher(field).matches();
        return switch (message.toUpperCase(Locale.ROOT)) {
            case "REQ" -> Effect.NONE;
            case "REP", "REJ", "DREQ" -> ended || late || ignored ? Effect.NONE : Effect.LIE;
            default -> Effect.LIE;
        };
    }
}

package io.qpscope.frame;

import io.qpscope.spec.SrpCmd;
import io.qpscope.spec.SrpLoginRej;
import io.qpscope.spec.SrpLoginReq;
import io.qpscope.spec.SrpLoginRsp;
import io.qpscope.spec.SrpRsp;

/** Fields of SRP. */
final class SrpLayers {
    static final LayerSpec<SrpLoginReq> LOGIN_REQUEST = new LayerSpec<>(
                    "srp.login_req", SrpLoginReq::new)
            .number(8, "srp.opcode", SrpLoginReq::opcode, UpperMeaning::srpOpcode)
            .bytes(7, "srp.reserved", SrpLoginReq::reserved0)
            .number(64, "srp.tag", SrpLoginReq::tag)
            .number(32, "srp.login_req.req_it_iu_len", SrpLoginReq::requestLength)
            .number(32, "srp.reserved", SrpLoginReq::reserved1)
            .number(16, "srp.login_req.req_buf_fmt", SrpLoginReq::bufferFormats)
            .number(8, "srp.login_req.req_flags", SrpLoginReq::flags)
            .bytes(5, "srp.reserved", SrpLoginReq::reserved2)
            .bytes(16, "srp.login_req.initiator_port_id", SrpLoginReq::initiatorPort)
            .bytes(16, "srp.login_req.target_port_id", SrpLoginReq::targetPort);

    static final LayerSpec<SrpLoginRsp> LOGIN_RESPONSE = new LayerSpec<>(
                    "srp.login_rsp", SrpLoginRsp::new)
            .number(8, "srp.opcode", SrpLoginRsp::opcode, UpperMeaning::srpOpcode)
            .bytes(3, "srp.reserved", SrpLoginRsp::reserved0)
            .number(32, "srp.req_lim_delta", SrpLoginRsp::requestLimit)
            .number(64, "srp.tag", SrpLoginRsp::tag)
            .number(32, "srp.login_rsp.max_it_iu_len", SrpLoginRsp::toTargetLength)
            .number(32, "srp.login_rsp.max_ti_iu_len", SrpLoginRsp::toInitiatorLength)
            .number(16, "srp.login_rsp.buf_fmt", SrpLoginRsp::bufferFormats)
            .number(8, "srp.login_rsp.rsp_flags", SrpLoginRsp::flags)
            .bytes(25, "srp.reserved", SrpLoginRsp::reserved1);

    static final LayerSpec<SrpLoginRej> LOGIN_REJECT = new LayerSpec<>(
                    "srp.login_rej", SrpLoginRej::new)
            .number(8, "srp.opcode", SrpLoginRej::opcode, UpperMeaning::srpOpcode)
            .bytes(3, "srp.reserved", SrpLoginRej::reserved0)
            .number(32, "srp.login_rej.reason", SrpLoginRej::reason)
            .number(64, "srp.tag", SrpLoginRej::tag)
            .bytes(8, "srp.reserved", SrpLoginRej::reserved1)
            .number(16, "srp.login_rej.buf_fmt", SrpLoginRej::bufferFormats)
            .bytes(6, "srp.reserved", SrpLoginRej::reserved2);

    static final LayerSpec<SrpCmd> COMMAND = new LayerSpec<>("srp.cmd", SrpCmd::new)
            .number(8, "srp.opcode", SrpCmd::opcode, UpperMeaning::srpOpcode)
            .number(8, "srp.sol_not", SrpCmd::solicited)
            .bytes(3, "srp.reserved", SrpCmd::reserved0)
            .number(8, "srp.cmd.buf_fmt", SrpCmd::bufferFormats)
            .number(8, "srp.cmd.data_out_desc_cnt", SrpCmd::dataOutCount)
            .number(8, "srp.cmd.data_in_desc_cnt", SrpCmd::dataInCount)
            .number(64, "srp.tag", SrpCmd::tag)
            .number(32, "srp.reserved", SrpCmd::reserved1)
            .number(64, "srp.cmd.lun", SrpCmd::lun)
            .number(8, "srp.reserved", SrpCmd::reserved2)
            .number(8, "srp.cmd.task_attr", SrpCmd::taskAttribute)
            .number(8, "srp.reserved", SrpCmd::reserved3)
            .number(8, "srp.cmd.add_cdb_len", SrpCmd::additionalCdb)
            .bytes(16, "srp.cmd.cdb", SrpCmd::cdb);

    static final LayerSpec<SrpRsp> RESPONSE = new LayerSpec<>("srp.rsp", SrpRsp::new)
            .number(8, "srp.opcode", SrpRsp::opcode, UpperMeaning::srpOpcode)
            .number(8, "srp.sol_not", SrpRsp::solicited)
            .number(16, "srp.reserved", SrpRsp::reserved0)
            .number(32, "srp.req_lim_delta", SrpRsp::requestLimit)
            .number(64, "srp.tag", SrpRsp::tag)
            .number(16, "srp.reserved", SrpRsp::reserved1)
            .number(8, "srp.rsp.flags", SrpRsp::flags)
            .number(8, "srp.rsp.status", SrpRsp::status)
            .number(32, "srp.rsp.data_out_res_cnt", SrpRsp::dataOutResidual)
            .number(32, "srp.rsp.data_in_res_cnt", SrpRsp::dataInResidual)
            .number(32, "srp.rsp.sense_data_len", SrpRsp::senseLength)
            .number(32, "srp.rsp.resp_data_len", SrpRsp::responseLength);

    private SrpLayers() {}
}

package io.qpscope.frame;

import io.qpscope.spec.NvmeCommand;
import io.qpscope.spec.NvmeCommandWords;
import io.qpscope.spec.NvmeCompletion;
import io.qpscope.spec.NvmeConnect;
import io.qpscope.spec.NvmeFabricsCommand;
import io.qpscope.spec.NvmeProperty;
import io.qpscope.spec.NvmeRdmaCmRej;
import io.qpscope.spec.NvmeRdmaCmRep;
import io.qpscope.spec.NvmeRdmaCmReq;
import io.qpscope.spec.NvmeSglBlock;
import io.qpscope.spec.NvmeSglKeyed;

/** Fields of NVMe over RDMA. */
final class NvmeLayers {
    static final LayerSpec<NvmeRdmaCmReq> CM_REQUEST = new LayerSpec<>(
                    "nvme-rdma.cm.req", NvmeRdmaCmReq::new)
            .number(16, "nvme-rdma.cm.req.recfmt", NvmeRdmaCmReq::recordFormat)
            .number(16, "nvme-rdma.cm.req.qid", NvmeRdmaCmReq::queueId)
            .number(16, "nvme-rdma.cm.req.hrqsize", NvmeRdmaCmReq::hostReceiveQueueSize)
            .number(16, "nvme-rdma.cm.req.hsqsize", NvmeRdmaCmReq::hostSendQueueSize)
            .number(16, "nvme-rdma.cm.req.cntlid", NvmeRdmaCmReq::controllerId)
            .bytes(22, "nvme-rdma.cm.req.reserved", NvmeRdmaCmReq::reserved);

    static final LayerSpec<NvmeRdmaCmRep> CM_REPLY = new LayerSpec<>(
                    "nvme-rdma.cm.rsp", NvmeRdmaCmRep::new)
            .number(16, "nvme-rdma.cm.rsp.recfmt", NvmeRdmaCmRep::recordFormat)
            .number(16, "nvme-rdma.cm.rsp.crqsize", NvmeRdmaCmRep::controllerReceiveQueueSize)
            .bytes(28, "nvme-rdma.cm.rsp.reserved", NvmeRdmaCmRep::reserved);

    static final LayerSpec<NvmeRdmaCmRej> CM_REJECT = new LayerSpec<>(
                    "nvme-rdma.cm.rej", NvmeRdmaCmRej::new)
            .number(16, "nvme-rdma.cm.rej.recfmt", NvmeRdmaCmRej::recordFormat)
            .number(16, "nvme-rdma.cm.rej.status", NvmeRdmaCmRej::status, UpperMeaning::nvmeReject);

    static final LayerSpec<NvmeCommand> COMMAND = new LayerSpec<>("nvme.cmd", NvmeCommand::new)
            .number(8, "nvme.cmd.opc", NvmeCommand::opcode)
            .number(2, "nvme.cmd.psdt", NvmeCommand::dataPointer)
            .number(4, "nvme.cmd.rsvd", NvmeCommand::reserved0)
            .number(2, "nvme.cmd.fuse_op", NvmeCommand::fused)
            .number(16, "nvme.cmd.cid", NvmeCommand::commandId)
            .number(32, "nvme.cmd.nsid", NvmeCommand::namespaceId)
            .bytes(8, "nvme.cmd.rsvd1", NvmeCommand::reserved1)
            .number(64, "nvme.cmd.mptr", NvmeCommand::metadataPointer);

    static final LayerSpec<NvmeFabricsCommand> FABRICS_COMMAND = new LayerSpec<>(
                    "nvme.fabrics.cmd", NvmeFabricsCommand::new)
            .number(8, "nvme.fabrics.cmd.opc", NvmeFabricsCommand::opcode, UpperMeaning::nvmeOpcode)
            .number(8, "nvme.fabrics.cmd.rsvd", NvmeFabricsCommand::flags)
            .number(16, "nvme.fabrics.cmd.cid", NvmeFabricsCommand::commandId)
            .number(
                    8,
                    "nvme.fabrics.cmd.fctype",
                    NvmeFabricsCommand::commandType,
                    UpperMeaning::nvmeFabricsType)
            .bytes(19, "nvme.fabrics.cmd.generic.rsvd1", NvmeFabricsCommand::reserved);

    static final LayerSpec<NvmeSglKeyed> SGL_KEYED = new LayerSpec<>(
                    "nvme.cmd.sgl1", NvmeSglKeyed::new)
            .number(64, "nvme.cmd.sgl1.addr", NvmeSglKeyed::address)
            .number(24, "nvme.cmd.sgl1.len", NvmeSglKeyed::length)
            .number(32, "nvme.cmd.sgl1.key", NvmeSglKeyed::key)
            .number(4, "nvme.cmd.sgl.type", NvmeSglKeyed::descriptorType, UpperMeaning::nvmeSglType)
            .number(4, "nvme.cmd.sgl.subtype", NvmeSglKeyed::subtype, UpperMeaning::nvmeSglSubtype);

    static final LayerSpec<NvmeSglBlock> SGL_BLOCK = new LayerSpec<>(
                    "nvme.cmd.sgl1", NvmeSglBlock::new)
            .number(64, "nvme.cmd.sgl1.addr", NvmeSglBlock::address)
            .number(32, "nvme.cmd.sgl1.len", NvmeSglBlock::length)
            .bytes(3, "nvme.cmd.sgl1.rsvd", NvmeSglBlock::reserved)
            .number(4, "nvme.cmd.sgl.type", NvmeSglBlock::descriptorType, UpperMeaning::nvmeSglType)
            .number(4, "nvme.cmd.sgl.subtype", NvmeSglBlock::subtype, UpperMeaning::nvmeSglSubtype);

    static final LayerSpec<NvmeCommandWords> WORDS = new LayerSpec<>(
                    "nvme.cmd.words", NvmeCommandWords::new)
            .number(32, "nvme.cmd.dword10", NvmeCommandWords::word10)
            .number(32, "nvme.cmd.dword11", NvmeCommandWords::word11)
            .number(32, "nvme.cmd.dword12", NvmeCommandWords::word12)
            .number(32, "nvme.cmd.dword13", NvmeCommandWords::word13)
            .number(32, "nvme.cmd.dword14", NvmeCommandWords::word14)
            .number(32, "nvme.cmd.dword15", NvmeCommandWords::word15);

    static final LayerSpec<NvmeConnect> CONNECT = new LayerSpec<>(
                    "nvme.fabrics.cmd.connect", NvmeConnect::new)
            .number(16, "nvme.fabrics.cmd.connect.recfmt", NvmeConnect::recordFormat)
            .number(16, "nvme.fabrics.cmd.connect.qid", NvmeConnect::queueId)
            .number(16, "nvme.fabrics.cmd.connect.sqsize", NvmeConnect::queueSize)
            .number(8, "nvme.fabrics.cmd.connect.cattr", NvmeConnect::attributes)
            .number(8, "nvme.fabrics.cmd.connect.rsvd2", NvmeConnect::reserved0)
            .number(32, "nvme.fabrics.cmd.connect.kato", NvmeConnect::keepAlive)
            .bytes(12, "nvme.fabrics.cmd.connect.rsvd3", NvmeConnect::reserved1);

    static final LayerSpec<NvmeProperty> PROPERTY = new LayerSpec<>(
                    "nvme.fabrics.cmd.prop_get_set", NvmeProperty::new)
            .number(5, "nvme.fabrics.cmd.prop_get_set.attrib.rsvd", NvmeProperty::reserved0)
            .number(3, "nvme.fabrics.cmd.prop_get_set.attrib.size", NvmeProperty::size)
            .bytes(3, "nvme.fabrics.cmd.prop_get_set.rsvd1", NvmeProperty::reserved1)
            .number(
                    32,
                    "nvme.fabrics.cmd.prop_get_set.offset",
                    NvmeProperty::offset,
                    UpperMeaning::nvmeProperty)
            .number(64, "nvme.fabrics.cmd.prop_get_set.value", NvmeProperty::value)
            .bytes(8, "nvme.fabrics.cmd.prop_set.rsvd", NvmeProperty::reserved2);

    static final LayerSpec<NvmeCompletion> COMPLETION = new LayerSpec<>(
                    "nvme.cqe", NvmeCompletion::new)
            .number(32, "nvme.cqe.dword0", NvmeCompletion::word0)
            .number(32, "nvme.cqe.dword1", NvmeCompletion::word1)
            .number(16, "nvme.cqe.sqhd", NvmeCompletion::submissionQueueHead)
            .number(16, "nvme.cqe.sqid", NvmeCompletion::submissionQueueId)
            .number(16, "nvme.cqe.cid", NvmeCompletion::commandId)
            .number(16, "nvme.cqe.status", NvmeCompletion::status, UpperMeaning::nvmeStatus);

    private NvmeLayers() {}
}

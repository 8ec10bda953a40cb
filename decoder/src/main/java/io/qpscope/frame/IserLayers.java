package io.qpscope.frame;

import io.qpscope.spec.IserCm;
import io.qpscope.spec.IserControl;
import io.qpscope.spec.IserHello;

/** Fields of iSER. */
final class IserLayers {
    static final LayerSpec<IserControl> CONTROL = new LayerSpec<>("iser", IserControl::new)
            .number(4, "iser.flags.opcode", IserControl::opcode, UpperMeaning::iserOpcode)
            .flag("iser.flags.wsv", IserControl::writeValid)
            .flag("iser.flags.rsv", IserControl::readValid)
            .number(2, "iser.flags.reserved", IserControl::reserved0)
            .bytes(3, "iser.reserved", IserControl::reserved1)
            .number(32, "iser.write_stag", IserControl::writeStag)
            .number(64, "iser.write_base_offset", IserControl::writeBaseOffset)
            .number(32, "iser.read_stag", IserControl::readStag)
            .number(64, "iser.read_base_offset", IserControl::readBaseOffset);

    static final LayerSpec<IserHello> HELLO = new LayerSpec<>("iser.hello", IserHello::new)
            .number(4, "iser.flags.opcode", IserHello::opcode, UpperMeaning::iserOpcode)
            .number(3, "iser.flags.reserved", IserHello::reserved0)
            .flag("iser.flags.rej", IserHello::reject)
            .number(4, "iser.version.max", IserHello::versionMax)
            .number(4, "iser.version.min", IserHello::versionMin)
            .number(16, "iser.depth", IserHello::depth)
            .bytes(24, "iser.reserved", IserHello::reserved1);

    static final LayerSpec<IserCm> CM = new LayerSpec<>("iser.cm", IserCm::new)
            .flag("iser.cm.zbva_not_supported", IserCm::noZeroBased)
            .flag("iser.cm.send_w_inv_not_supported", IserCm::noSendInvalidate)
            .number(6, "iser.cm.reserved", IserCm::reserved0)
            .bytes(3, "iser.cm.reserved", IserCm::reserved1);

    private IserLayers() {}
}

package dev.preemptcheck.hardware.device;

import java.util.List;

/**
 * An ATA port and the drive on it, as a scenario wants them.
 *
 * @param name what traces call it
 * @param commandBlock port of the data register; seven registers follow
 * @param control port of alternate status and device control
 * @param busMaster port of the bus-master registers
 * @param irq number of its interrupt line
 * @param words 16-bit words of a sector, an even number: 256 on a real drive; fewer keep an exhaustive search possible and
 *     change nothing else
 * @param sectors number of sectors on the medium, 1 to 254
 * @param answerNanos time within which the drive has answered when it has the turn, or 0 if no driver can rely on one
 * @param noise the status bits that are arbitrary while BSY is 1, which multiplies the runs by two for each bit and read;
 *     others read 0 then
 * @param traits what the drive may do
 */
public record AtaSetup(
        String name,
        int commandBlock,
        int control,
        int busMaster,
        int irq,
        int words,
        int sectors,
        long answerNanos,
        int noise,
        List<AtaTrait> traits) {
    private static final int WORDS_MAX = 256;
    private static final int SECTORS_MAX = 254;

    public AtaSetup {
        if (words < 2 || words > WORDS_MAX || words % 2 != 0 || sectors < 1 || sectors > SECTORS_MAX) {
            throw new IllegalArgumentException(
                    name + ": " + sectors + " sectors of " + words + " words can't be modelled," + " 1 to "
                            + SECTORS_MAX + " of 2 to " + WORDS_MAX + " words, an even number, can");
        }
        noise &= AtaPort.DRDY | AtaPort.DF | AtaPort.DRQ | AtaPort.ERR;
        traits = List.copyOf(traits);
    }

    /** The primary port of a PC, without bounds on the drive's answers and with all of its noise. */
    public static AtaSetup primary(int words, int sectors, AtaTrait... traits) {
        return new AtaSetup("ata0", 0x1F0, 0x3F6, 0xC000, 14, words, sectors, 0, 0xFF, List.of(traits));
    }

    /** The same port with a drive that answers in time. */
    public AtaSetup answeringWithin(long nanos) {
        return new AtaSetup(name, commandBlock, control, busMaster, irq, words, sectors, nanos, noise, traits);
    }

    /** The same port with fewer arbitrary bits. */
    public AtaSetup withNoise(int bits) {
        return new AtaSetup(name, commandBlock, control, busMaster, irq, words, sectors, answerNanos, bits, traits);
    }

    boolean may(AtaTrait trait) {
        return traits.contains(trait);
    }
}

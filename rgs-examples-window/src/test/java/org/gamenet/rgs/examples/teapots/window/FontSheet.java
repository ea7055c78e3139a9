package org.gamenet.rgs.examples.teapots.window;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.font.GlyphVector;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/**
 * Makes {@code font.png} and {@code font.fnt} from a TrueType file: each pixel says how far the outline is, so that one
 * small picture serves all sizes. Run by hand when the font changes; arguments: the TrueType file, the folder to write
 * to.
 */
final class FontSheet {
    private static final int SIZE = 32;
    private static final int SPREAD = 4;
    private static final int FINER = 8;
    private static final int WIDTH = 512;
    private static final int SOLID = 4;
    private static final String MORE = "…–—·•“”‘’×←↑→↓";

    private final Font font;
    private final BufferedImage sheet = new BufferedImage(WIDTH, WIDTH, BufferedImage.TYPE_INT_ARGB);
    private final StringBuilder lines = new StringBuilder();
    private int x = 1;
    private int y = 1;
    private int rowHeight;
    private int count;

    private FontSheet(Font font) {
        this.font = font;
    }

    public static void main(String[] args) throws Exception {
        Font font =
                Font.createFont(Font.TRUETYPE_FONT, Path.of(args[0]).toFile()).deriveFont((float) SIZE * FINER);
        new FontSheet(font).write(Path.of(args[1]));
    }

    private void write(Path folder) throws IOException {
        BufferedImage scratch = new BufferedImage(1, 1, BufferedImage.TYPE_BYTE_GRAY);
        Graphics2D graphics = scratch.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        var metrics = graphics.getFontMetrics(font);
        int base = Math.round(metrics.getAscent() / (float) FINER);
        for (char c = 32; c < 127; c++) glyph(c, base, graphics);
        for (char c = 161; c < 256; c++) glyph(c, base, graphics);
        for (char c : MORE.toCharArray()) glyph(c, base, graphics);
        int height = Integer.highestOneBit(y + rowHeight) * 2;
        // Wholly inside an outline: what is not text is drawn with this corner.
        for (int i = 1; i <= SOLID; i++)
            for (int j = 1; j <= SOLID; j++) sheet.setRGB(WIDTH - i, Math.min(WIDTH, height) - j, -1);
        ImageIO.write(
                sheet.getSubimage(0, 0, WIDTH, Math.min(WIDTH, height)),
                "png",
                folder.resolve("font.png").toFile());
        String head = "info face=\"%s\" size=%d bold=0 italic=0 charset=\"\" unicode=1 stretchH=100 smooth=1 "
                + "aa=1 padding=%d,%d,%d,%d spacing=0,0%n"
                        .formatted(font.getFontName(), SIZE, SPREAD, SPREAD, SPREAD, SPREAD)
                + "common lineHeight=%d base=%d scaleW=%d scaleH=%d pages=1 packed=0%n"
                        .formatted(
                                Math.round(metrics.getHeight() / (float) FINER),
                                base + SPREAD,
                                WIDTH,
                                Math.min(WIDTH, height))
                + "page id=0 file=\"font.png\"%nchars count=%d%n".formatted(count);
        Files.writeString(folder.resolve("font.fnt"), (head + lines).replace(System.lineSeparator(), "\n"));
    }

    private void glyph(char c, int base, Graphics2D graphics) {
        if (!font.canDisplay(c)) return;
        GlyphVector vector = font.createGlyphVector(graphics.getFontRenderContext(), new char[] {c});
        var box = vector.getVisualBounds();
        int advance = (int) Math.round(vector.getGlyphMetrics(0).getAdvance() / (double) FINER);
        int left = (int) Math.floor(box.getMinX() / FINER) - SPREAD;
        int top = (int) Math.floor(box.getMinY() / FINER) - SPREAD;
        boolean empty = box.getWidth() == 0;
        int width = empty ? 0 : (int) Math.ceil(box.getMaxX() / FINER) + SPREAD - left;
        int height = empty ? 0 : (int) Math.ceil(box.getMaxY() / FINER) + SPREAD - top;
        if (x + width + 1 > WIDTH) {
            x = 1;
            y += rowHeight + 1;
            rowHeight = 0;
        }
        if (!empty) draw(vector, left, top, width, height);
        lines.append("char id=%d x=%d y=%d width=%d height=%d xoffset=%d yoffset=%d xadvance=%d page=0 chnl=15%n"
                .formatted((int) c, x, y, width, height, left, base + SPREAD + top, advance));
        x += width + 1;
        rowHeight = Math.max(rowHeight, height);
        count++;
    }

    private void draw(GlyphVector vector, int left, int top, int width, int height) {
        BufferedImage fine = new BufferedImage(width * FINER, height * FINER, BufferedImage.TYPE_BYTE_GRAY);
        Graphics2D graphics = fine.createGraphics();
        graphics.setTransform(AffineTransform.getTranslateInstance(-left * FINER, -top * FINER));
        graphics.fill(vector.getOutline());
        for (int py = 0; py < height; py++) {
            for (int px = 0; px < width; px++) {
                double distance = distance(fine, px * FINER + FINER / 2, py * FINER + FINER / 2) / FINER;
                int value = (int) Math.round(255 * Math.max(0, Math.min(1, 0.5 + distance / (2 * SPREAD))));
                sheet.setRGB(x + px, y + py, value << 24 | 0xffffff);
            }
        }
    }

    /** To the nearest pixel that is on the other side of the outline; inside it is positive. */
    private static double distance(BufferedImage fine, int cx, int cy) {
        int reach = SPREAD * FINER;
        boolean inside = set(fine, cx, cy);
        double best = reach * reach;
        for (int dy = -reach; dy <= reach; dy++) {
            for (int dx = -reach; dx <= reach; dx++) {
                double d = dx * dx + dy * dy;
                if (d < best && set(fine, cx + dx, cy + dy) != inside) best = d;
            }
        }
        return inside ? Math.sqrt(best) : -Math.sqrt(best);
    }

    private static boolean set(BufferedImage fine, int x, int y) {
        return x >= 0
                && y >= 0
                && x < fine.getWidth()
                && y < fine.getHeight()
                && (fine.getRaster().getSample(x, y, 0) > 127);
    }
}

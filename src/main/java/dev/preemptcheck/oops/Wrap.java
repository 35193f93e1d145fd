package dev.preemptcheck.oops;

/** Tells where a mail program broke a line inside a word: after a slash or hyphen, or inside the brackets of a symbol. */
final class Wrap {
    private Wrap() {}

    /** Whether the next piece belongs to the last word of the text, without a blank between them. */
    static boolean isInsideWord(CharSequence text, String next) {
        int end = text.length();
        int start = end;
        while (start > 0 && text.charAt(start - 1) != ' ') {
            start--;
        }
        if (start == end) {
            return false;
        }
        String word = text.subSequence(start, end).toString();
        boolean openSymbol = word.startsWith("[") && word.indexOf(']') < 0;
        boolean openAddress = word.indexOf(":[") > 0 && word.indexOf(']') < 0;
        boolean splitPath = word.startsWith("/") && next.startsWith("/");
        return openSymbol || openAddress || splitPath || word.endsWith("/") || endsInHyphen(word);
    }

    private static boolean endsInHyphen(String word) {
        return word.length() > 1 && word.endsWith("-") && Character.isLetterOrDigit(word.charAt(word.length() - 2));
    }
}

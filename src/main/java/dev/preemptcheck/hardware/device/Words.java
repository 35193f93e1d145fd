package dev.preemptcheck.hardware.device;

import dev.preemptcheck.hardware.digest.Hash;

/** Storage in a device, with a digest that follows each write. */
final class Words {
    private final int[] image;
    private final int[] words;
    private long digest;

    /** Storage that holds {@code image} after power-on. */
    Words(int[] image) {
        this.image = image.clone();
        this.words = image.clone();
        reset();
    }

    void reset() {
        digest = 0;
        for (int i = 0; i < image.length; i++) {
            words[i] = image[i];
            digest += Hash.at(i, image[i]);
        }
    }

    int word(int index) {
        return words[index];
    }

    void set(int index, int value) {
        digest += Hash.at(index, value) - Hash.at(index, words[index]);
        words[index] = value;
    }

    long digest() {
        return digest;
    }
}

import { defineReader } from '#platform/readers/reader.ts'

/** Needs memory quadratic in its input, in little time. */
export const hoardingReader = defineReader({
  name: 'platform/readers/testing/hoarding',
  limits: { bytes: 10_000_000, ms: 10_000, memoryMb: 64 },
  worst: { letters: (size) => 'a'.repeat(size) },
  read: (text: string) => {
    const parts = Array.from({ length: Math.ceil(text.length / 1_000) }, () => new Uint8Array(text.length))
    return parts.length
  },
})

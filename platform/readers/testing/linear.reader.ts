import { defineReader } from '#platform/readers/reader.ts'

/** Reads each letter once. */
export const linearReader = defineReader({
  name: 'platform/readers/testing/linear',
  limits: { bytes: 50_000_000, ms: 10_000, memoryMb: 256 },
  worst: { letters: (size) => 'ab'.repeat(size / 2) },
  read: (text: string) => {
    const parts: number[] = []
    for (let at = 0; at < text.length; at += 1) parts.push(text.charCodeAt(at) / 3)
    return parts.length
  },
})

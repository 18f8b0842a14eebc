import { defineReader } from '#platform/readers/reader.ts'

/** Reads each letter once. */
export const linearReader = defineReader({
  name: 'platform/readers/testing/linear',
  limits: { bytes: 50_000_000, ms: 10_000, memoryMb: 256 },
  worst: { letters: (size) => 'ab'.repeat(size / 2) },
  read: (text: string) => {
    const parts: number[] = []
    for (let index = 0; index < text.length; index += 1) parts.push(text.charCodeAt(index) / 3)
    return parts.length
  },
})

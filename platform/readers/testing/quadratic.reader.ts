import { defineReader } from '#platform/readers/reader.ts'

/** Takes quadratic time, which no real reader may. */
export const quadraticReader = defineReader({
  name: 'platform/readers/testing/quadratic',
  limits: { bytes: 10_000_000, ms: 10_000, memoryMb: 64 },
  worst: { brackets: (size) => '['.repeat(size) },
  read: (text: string) => {
    let count = 0
    for (let index = 0; index < text.length; index += 1) if (text.indexOf(']', index) < 0) count += 1
    return count
  },
})

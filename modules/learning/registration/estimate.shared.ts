type Left = { questions: readonly { problem: string | null; attempted: boolean }[]; profile_missing: readonly string[] }

const seconds = { reading: 60, question: 30, detail: 10 }

/** The estimated minutes that a registration still takes; at least 1. */
export function minutesLeft({ questions, profile_missing }: Left): number {
  const open = questions.filter(({ problem, attempted }) => problem !== null || !attempted).length
  return Math.max(
    1,
    Math.round((seconds.reading + open * seconds.question + profile_missing.length * seconds.detail) / 60),
  )
}

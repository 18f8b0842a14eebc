import { hash, verify } from '@node-rs/argon2'
import { composed } from '#platform/composed.shared.ts'
import { openLimiter } from '#platform/queue/limiter.ts'

export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/**
 * argon2id with 19 MiB and two passes, which OWASP puts on a level with 46 MiB and one: less than half the memory, and a
 * little quicker.
 */
const usualCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Each takes 19 MiB and a thread of the four that files and names need too; who waits too long is better told so.
const inTurn = openLimiter(3, 200)

// What an unknown person's password is compared with, so that it takes as long as a known one's.
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$fhhWYsNx4f0aNl6DNgCdlA$tp6AijyZ9uHlJSPmBqL5WQ9VoeTEngSCv4Zxp8Cipvc'

const normal = (password: string) => composed(password)

/** The text to store for a password (argon2id with its own salt). Tests give a lower cost. Throws busy. */
export const hashPassword = (password: string, cost: PasswordCost = usualCost): Promise<string> =>
  inTurn(() => hash(normal(password), cost))

/** Whether a password fits a stored hash. A null hash (no one, or no password) costs the same and never fits. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const fits = await inTurn(() => verify(stored ?? dummyHash, normal(password)))
  return fits && stored !== null
}

/** Whether a stored hash has less memory or fewer passes than new ones: those of 46 MiB and one pass are hashed again, too. */
export function isOldHash(stored: string, cost: PasswordCost = usualCost): boolean {
  const [, memory = 0, passes = 0] = (/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored) ?? []).map(Number)
  return memory < cost.memoryCost || passes < cost.timeCost
}

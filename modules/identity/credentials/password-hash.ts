import { hash, verify } from '@node-rs/argon2'
import { composed } from '#platform/composed.shared.ts'
import { openLimiter } from '#platform/queue/limiter.ts'

export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/**
 * argon2id with 19 MiB and two passes, which OWASP rates equal to 46 MiB and one: less than half the memory, and
 * slightly faster.
 */
const defaultCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Each takes 19 MiB and one of the four threads that file and DNS calls share; someone who would wait too long gets an
// error.
const limitConcurrency = openLimiter(3, 200)

// Compared with an unknown person's password, so that it takes as long as a known one's.
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$fhhWYsNx4f0aNl6DNgCdlA$tp6AijyZ9uHlJSPmBqL5WQ9VoeTEngSCv4Zxp8Cipvc'

const normalize = (password: string) => composed(password)

/** Hashes a password for storing (argon2id with a random salt). Tests pass a lower cost. Throws busy. */
export const hashPassword = (password: string, cost: PasswordCost = defaultCost): Promise<string> =>
  limitConcurrency(() => hash(normalize(password), cost))

/**
 * Whether a password matches a stored hash. A null hash (no person, or no password) costs the same and never matches.
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const isMatch = await limitConcurrency(() => verify(storedHash ?? dummyHash, normalize(password)))
  return isMatch && storedHash !== null
}

/**
 * Whether a stored hash uses less memory or fewer passes than new ones; those with 46 MiB and one pass are renewed,
 * too.
 */
export function isOldHash(storedHash: string, cost: PasswordCost = defaultCost): boolean {
  const [, memory = 0, passes = 0] = (/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(storedHash) ?? []).map(Number)
  return memory < cost.memoryCost || passes < cost.timeCost
}

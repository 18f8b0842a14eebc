import { simplify } from './base-words.ts'

const rows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const unshifted = new Map([...'!@#$%^&*()'].map((sign, n) => [sign, rows[0]![n]!]))
const positions = new Map(rows.flatMap((row, y) => [...row].map((key, x) => [key, { x: x + y * 0.5, y }] as const)))

function areNeighbors(a: string, b: string): boolean {
  const [first, second] = [positions.get(a), positions.get(b)]
  return Boolean(first && second && Math.abs(first.x - second.x) <= 1 && Math.abs(first.y - second.y) <= 1)
}

const areConsecutive = (a: string, b: string) => Math.abs(a.codePointAt(0)! - b.codePointAt(0)!) <= 1

/** Whether a password is mostly neighboring keys, counting, the alphabet or one repeated sign. */
export function isWalk(password: string): boolean {
  const keys = [...simplify(password)].map((sign) => unshifted.get(sign) ?? sign)
  const breaks = keys.filter(
    (key, n) => n === 0 || !(areNeighbors(keys[n - 1]!, key) || areConsecutive(keys[n - 1]!, key)),
  )
  return keys.length >= breaks.length * 3
}

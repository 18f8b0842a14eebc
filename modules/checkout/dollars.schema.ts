import { type Cents, toCents } from '#platform/money.ts'
import { wording, z } from '#platform/schema.ts'

const isDollars = (value: number | string): boolean => {
  try {
    return toCents(value) >= 0
  } catch {
    return false
  }
}
const notMoney = wording(['Enter an amount with two decimals.', 'Escriba un importe con dos decimales.'])

/** Dollars with at most two decimals, 0 or more; cents inside. */
export const dollars = () =>
  z
    .union([z.number(), z.string().max(20)])
    .refine(isDollars, { error: notMoney })
    .transform((value): Cents => toCents(value))
    .openapi({ type: 'number', minimum: 0 })

import { approveRefund, declineRefund, takeBackRefund } from '#modules/checkout/payments/refunds/decide-refund.ts'
import type { Ctx } from '#platform/ctx.ts'

type Values = Readonly<Record<string, string>>
type Action = (ctx: Ctx, values: Values) => Promise<{ message?: string; pending?: boolean }>

const idOf = ({ refund_attempt_id }: Values) => ({ refund_attempt_id: Number(refund_attempt_id) })

/** The actions behind a request's buttons, by button value. */
export const awaitingActions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['approve', (ctx, values) => approveRefund.run(ctx, idOf(values))],
  ['decline', (ctx, values) => declineRefund.run(ctx, { ...idOf(values), note: values.note ?? '' })],
  ['takeBack', (ctx, values) => takeBackRefund.run(ctx, idOf(values))],
])

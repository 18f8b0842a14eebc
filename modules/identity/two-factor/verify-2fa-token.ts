import { acceptCode } from '#modules/identity/credentials/accept-code.ts'
import { isAddressProven } from '#modules/identity/email-proof/email-proof.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { normalLoginid } from '#modules/identity/people/person.sql.ts'
import { completeSignIn, SignInResponse } from '#modules/identity/sign-in/complete-sign-in.ts'
import {
  countStepTry,
  findSignInStep,
  type SignInStep,
  spendSignInStep,
} from '#modules/identity/sign-in/sign-in-step.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Refusal } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { confirmSetUp } from './set-up.ts'
import { typedCode } from './two-factor.schema.ts'

const SecondStepResponse = SignInResponse.extend({
  verified: z.boolean(),
  /** After setting up within sign-in: shown only once. */
  recovery_codes: z.array(z.string()).optional(),
})
type SecondStepResponse = z.output<typeof SecondStepResponse>

export const verify2faToken = operation({
  call: 'POST /user/verify2faToken',
  summary:
    "Completes the second step of sign-in. `token` is the code; the handle from /user/login is sent as bearer or as the step's cookie",
  may: anyone,
  takes: z.object({
    token: typedCode(),
    /** Compared with the handle's person if given; never trusted. */
    loginid: z.string().max(200).optional(),
  }),
  gives: SecondStepResponse,
  fails: [
    identityErrors.wrongCode,
    identityErrors.tooManyCodes,
    identityErrors.signInStepOver,
    identityErrors.emailUnprovenSignIn,
  ],
  transaction: { own: 'a wrong code must stay counted' },
  rate: 'sign-in',
  async run(ctx, { token, loginid }) {
    const outcome = await ctx.tx((inner) => completeStep(inner, token, loginid))
    if ('refusal' in outcome) throw outcome.refusal
    return outcome
  },
})

/** One transaction: the code and the step are used up and the session starts, or nothing happens. */
async function completeStep(
  visitedCtx: Ctx,
  code: string,
  loginid?: string,
): Promise<SecondStepResponse | { refusal: Refusal }> {
  const step = await findSignInStep(visitedCtx, { lock: true })
  if (!step) return { refusal: identityErrors.signInStepOver() }
  // Unscoped, like the step: the person's factors are stored with their organization.
  const ctx = visitedCtx.unscoped
  await countStepTry(ctx)
  if (loginid !== undefined && normalLoginid(loginid) !== normalLoginid(step.loginid))
    return { refusal: identityErrors.wrongCode() }
  const verification = await (step.kind === 'code' ? acceptCode(ctx, step.user_id, code) : setUpTotp(ctx, step, code))
  if ('refusal' in verification) return verification
  await spendSignInStep(ctx)
  const { method, ...codes } = verification
  const result = await completeSignIn(ctx, step.user_id, {
    remember_me: step.remember_me,
    method,
    client_id: step.client_id,
  })
  return { ...result, ...codes, verified: true }
}

type SetUpOutcome = { method: 'totp'; recovery_codes: string[] } | { refusal: Refusal }

async function setUpTotp(ctx: Ctx, { user_id, holder }: SignInStep, code: string): Promise<SetUpOutcome> {
  if (!(await isAddressProven(ctx, user_id))) return { refusal: identityErrors.emailUnprovenSignIn() }
  const recovery_codes = await confirmSetUp(ctx, user_id, holder, code)
  return recovery_codes ? { method: 'totp', recovery_codes } : { refusal: identityErrors.wrongCode() }
}

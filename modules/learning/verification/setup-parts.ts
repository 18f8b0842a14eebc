import { asksAgreement } from '#modules/learning/due-check/options.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { SetupContext } from './methods/method.ts'
import { methodOf, setupMethods } from './methods/methods.ts'

/** The parts still to be set up, in page order; if empty, the setup can be completed. */
export async function listMissingParts(ctx: Ctx, of: SetupContext): Promise<string[]> {
  const missing: string[] = []
  if (asksAgreement(of.version) && !of.setup?.agreed_at) missing.push('agreement')
  for (const method of setupMethods) {
    const { part, isMissing } = methodOf(method).setup!
    if (await isMissing(ctx, of)) missing.push(part)
  }
  return missing
}

import { asksAgreement } from '#modules/learning/due-check/options.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { SetupContext } from './methods/method.ts'
import { methodOf, setupMethods } from './methods/methods.ts'

/** The parts still to be set up, in page order; if empty, the setup can be completed. */
export async function listMissingParts(ctx: Ctx, context: SetupContext): Promise<string[]> {
  const missing: string[] = []
  if (asksAgreement(context.version) && !context.setup?.agreed_at) missing.push('agreement')
  for (const method of setupMethods) {
    const { part, isMissing } = methodOf(method).setup!
    if (await isMissing(ctx, context)) missing.push(part)
  }
  return missing
}

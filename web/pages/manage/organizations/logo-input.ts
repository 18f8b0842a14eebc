import { uploadLogo } from '#modules/catalogue/websites/upload-logo.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { SentForm } from '#platform/web/form.ts'

/** A form that may hold a logo. */
export const logoForm = 6_000_000

/** The address of a new picture, '' to take it away, undefined to leave it. */
export async function logoOf(
  ctx: Ctx,
  organization_id: number,
  { file, values }: SentForm,
): Promise<string | undefined> {
  const picture = file('logo')
  if (!picture) return values.removeLogo === '1' ? '' : undefined
  const logo = { type: picture.type, stream: picture.stream() }
  return (await uploadLogo.run(ctx, { organization_id, logo })).logo
}

import { uploadLogo } from '#modules/catalogue/websites/upload-logo.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { SentForm } from '#platform/web/form.ts'

/** The size limit of a form with a logo, in bytes. */
export const logoForm = 6_000_000

/** Returns the address of the new logo, '' to remove it, or undefined to leave it unchanged. */
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

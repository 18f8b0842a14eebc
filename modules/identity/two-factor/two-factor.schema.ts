import { requiredText, z } from '#platform/schema.ts'
import { twoFactorTexts } from './two-factor.texts.ts'

/** A typed code: six digits from the app or a recovery code, with or without spaces and hyphens. */
export const typedCode = () => requiredText(twoFactorTexts.codeRequired, 40)

/** The codes, shown only once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

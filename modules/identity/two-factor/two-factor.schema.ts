import { requiredText, z } from '#platform/schema.ts'
import { twoFactorTexts } from './two-factor.texts.ts'

/** A typed code: six digits of the app or a recovery code, with or without spaces and hyphens. */
export const typedCode = () => requiredText(twoFactorTexts.codeRequired, 40)

/** The codes that are shown once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

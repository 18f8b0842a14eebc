import { type Ctx, port } from '../../../platform/ctx.ts'

/** Keeps which Terms and Privacy a person has accepted by signing up, in the caller's transaction; a module above fills it. */
export const termsAccepted = port<(ctx: Ctx, user_id: number) => Promise<void>>('identity.terms-accepted')

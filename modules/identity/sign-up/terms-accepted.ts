import { type Ctx, port } from '#platform/ctx.ts'

/** Records the Terms and Privacy accepted at sign-up, in the caller's transaction. A higher module fills this port. */
export const termsAccepted = port<(ctx: Ctx, user_id: number) => Promise<void>>('identity.terms-accepted')

import { type Ctx, port } from '#platform/ctx.ts'

/** Records which Terms and Privacy a person accepted at sign-up, in the caller's transaction. A module above fills this port. */
export const termsAccepted = port<(ctx: Ctx, user_id: number) => Promise<void>>('identity.terms-accepted')

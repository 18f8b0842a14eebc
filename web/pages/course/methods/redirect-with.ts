import { redirect } from '#platform/web/page-redirect.ts'

type SaveResult = { redirect?: string; message?: string }

/** Continues after a part of the setup was saved. */
export const redirectWithMessage = (path: string, { redirect: to, message }: SaveResult) =>
  redirect(to ?? path, message ? { flash: { kind: 'success', text: message } } : {})

/** Continues after an answer to a check, and shows whether it was right. */
export const redirectWithResult = (
  path: string,
  { redirect: to, message, verified }: SaveResult & { verified: boolean },
) => redirect(to ?? path, message ? { flash: { kind: verified ? 'success' : 'error', text: message } } : {})

import { sendEmailConfirmation } from '#modules/identity/email-proof/confirm-email.ts'
import type { LinkedProvider } from '#modules/identity/entry.ts'
import { selectPerson } from '#modules/identity/index.ts'
import { fetchUser } from '#modules/identity/profile/fetch-user.ts'
import { generalTexts } from '#modules/identity/profile/form/general.texts.ts'
import { fieldOf, profileInput } from '#modules/identity/profile/form/profile-input.shared.ts'
import { saveUserInformation } from '#modules/identity/profile/save-user-information.ts'
import { endOtherSessions, endOwnSession } from '#modules/identity/sessions/own-sessions.ts'
import { startLinkSocial, unlinkSocial } from '#modules/identity/social/link-social.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import type { SentForm } from '#platform/web/form.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { confirmEmailTexts } from './confirm-email.texts.ts'
import { atFields } from './enter.ts'
import { settingsTexts } from './settings.texts.ts'

type Action = (ctx: Ctx, subject: string) => Promise<{ message?: string; href?: string }>

/** The account's small forms by `action`, followed by a colon and its subject. */
const actions: Readonly<Record<string, Action>> = {
  end: (ctx, session_id) => endOwnSession.run(ctx, { session_id: Number(session_id) }),
  'end-others': (ctx) => endOtherSessions.run(ctx, {}),
  connect: (ctx, social_via) => startLinkSocial.run(ctx, { social_via: social_via as LinkedProvider }),
  'confirm-email': sendConfirmation,
  disconnect: (ctx, social_via) => unlinkSocial.run(ctx, { social_via: social_via as LinkedProvider }),
}

async function sendConfirmation(ctx: Ctx) {
  const { confirmed } = await sendEmailConfirmation.run(ctx, {})
  const { email } = await selectPerson(ctx, userOf(ctx).user_id)
  return { message: localText(ctx.locale, confirmEmailTexts, confirmed ? 'already' : 'sent', { email }) }
}

/** Runs a posted settings form; one without an `action` is the profile. */
export async function doAction(ctx: Ctx, form: SentForm, { pathname, search }: URL): Promise<PageRedirect> {
  const [name = '', subject = ''] = (form.values.action ?? '').split(':')
  const path = pathname + search
  if (!name) return saveProfile(ctx, form, path)
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) throw errors.invalid()
  const { message, href } = await action(ctx, subject)
  if (href) return redirect(`${href}&redirect=${encodeURIComponent(path)}`)
  return redirect(path, { flash: { kind: 'success', text: message ?? localText(ctx.locale, settingsTexts, 'done') } })
}

async function saveProfile(ctx: Ctx, form: SentForm, returnPath: string): Promise<PageRedirect> {
  const { user_id } = userOf(ctx)
  const { data } = await fetchUser.run(ctx, { id: user_id })
  const input = { ...profileInput(form, data, ctx.locale), user_id, updated_at: form.values.updated_at ?? null }
  try {
    const { warning } = await saveUserInformation.run(ctx, input)
    const text = [localText(ctx.locale, settingsTexts, 'saved'), warning].filter(Boolean).join(' ')
    return redirect(returnPath, { flash: { kind: 'success', text } })
  } catch (error) {
    // Shows the form with the newest record.
    if (error instanceof Refusal && error.kind.code === errors.conflict.code)
      return redirect(returnPath, { flash: { kind: 'error', text: localText(ctx.locale, generalTexts, 'conflict') } })
    throw atFields(error, (path) => fieldOf(path, form.values))
  }
}

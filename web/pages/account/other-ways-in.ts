import { displayName } from '#modules/identity/account/display-name.shared.ts'
import { removeOwnOtherMethods } from '#modules/identity/email-proof/remove-other-methods.ts'
import type { LinkedProvider } from '#modules/identity/entry.ts'
import { dissociateLinkedAccount } from '#modules/identity/linked-accounts/dissociate-linked-account.ts'
import { fetchAccountsLinkedTo, fetchLinkedUsers } from '#modules/identity/linked-accounts/fetch-linked.ts'
import { removePasskey } from '#modules/identity/passkeys/own-passkeys.ts'
import { fetchSocialAccounts, unlinkSocial } from '#modules/identity/social/link-social.ts'
import { providerLabels } from '#modules/identity/social/social.texts.ts'
import { disable2fa } from '#modules/identity/two-factor/disable-2fa.ts'
import { fetchFactors } from '#modules/identity/two-factor/fetch-factors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { dateFormat } from '#platform/locale-format.ts'
import { localText, textsIn } from '#platform/texts.ts'
import { zoneOf } from '#platform/zone.ts'
import { otherWaysTexts } from './other-ways-in.texts.ts'

/** A sign-in method of the account besides its password; `action` removes it. */
export type OtherWay = { action: string; name: string; note: string }

type PersonNames = Parameters<typeof displayName>[0]

/** Every sign-in method, with its label. Accounts not visible on this site can only be removed with 'Remove all'. */
export async function listOtherWays(ctx: Ctx): Promise<OtherWay[]> {
  const t = textsIn(ctx.locale, otherWaysTexts)
  const nameOf = (person: PersonNames) =>
    displayName(person) === person.loginid
      ? person.loginid
      : t('linked', { name: displayName(person), loginid: person.loginid })
  const day = (instant: string) =>
    dateFormat(ctx.locale, { dateStyle: 'medium', timeZone: zoneOf(ctx) }).format(new Date(instant))
  const [{ accounts, organization_provider }, { passkeys, tfa_enabled, recovery_codes_left: n }, to, from] =
    await Promise.all([
      fetchSocialAccounts.run(ctx, {}),
      fetchFactors.run(ctx, {}),
      fetchLinkedUsers.run(ctx, {}),
      fetchAccountsLinkedTo.run(ctx, {}),
    ])
  return [
    ...accounts.map(({ provider, email, created_at }) => {
      const name = provider === 'organization' ? (organization_provider ?? t('organization')) : providerLabels[provider]
      return {
        action: `social:${provider}`,
        name,
        note: t('connectedLead', { email: email ?? name, date: day(created_at) }),
      }
    }),
    ...passkeys.map(({ passkey_id, name, created_at }) => ({
      action: `passkey:${passkey_id}`,
      name: t('passkey', { name }),
      note: t('passkeyLead', { date: day(created_at) }),
    })),
    ...(tfa_enabled ? [{ action: 'authenticator', name: t('authenticator'), note: t('codesLeft', { n }) }] : []),
    ...to.data.map((person) => ({
      action: `linked-to:${person.related_user_id}`,
      name: nameOf(person),
      note: t('linkedTo'),
    })),
    ...from.user.map((person) => ({
      action: `linked-from:${person.user_id}`,
      name: nameOf(person),
      note: t('linkedFrom'),
    })),
  ]
}

type Remove = (ctx: Ctx, id: string) => Promise<unknown>

const removals: Readonly<Record<string, Remove>> = {
  social: (ctx, id) => unlinkSocial.run(ctx, { social_via: id as LinkedProvider }),
  passkey: (ctx, id) => removePasskey.run(ctx, { passkey_id: Number(id) }),
  authenticator: (ctx) => disable2fa.run(ctx, {}),
  'linked-to': (ctx, id) => dissociateLinkedAccount.run(ctx, { userId: Number(id) }),
  'linked-from': (ctx, id) =>
    dissociateLinkedAccount.run(ctx, { userId: Number(id), isDissociateAccountLinkedTo: true }),
  all: (ctx) => removeOwnOtherMethods.run(ctx, {}),
}

/** Removes the sign-in method in a form's `action`; returns the message. */
export async function removeWay(ctx: Ctx, action: string): Promise<string> {
  const [name = '', id = ''] = action.split(':')
  const remove = Object.hasOwn(removals, name) ? removals[name] : undefined
  if (!remove) throw errors.invalid()
  await remove(ctx, id)
  return localText(ctx.locale, otherWaysTexts, name === 'all' ? 'removedAll' : 'removed')
}

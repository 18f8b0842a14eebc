import { useState } from 'react'
import { Section } from '#modules/identity/account/account-parts.shared.tsx'
import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import { LinkAccountDialog } from '#modules/identity/linked-accounts/link-account-dialog.tsx'
import { linkedTexts } from '#modules/identity/linked-accounts/linked.texts.ts'
import { LinkedList, type RoleNames } from '#modules/identity/linked-accounts/linked-list.tsx'
import type { ResponseOf } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'

type LinkedAccounts = {
  to: ResponseOf<'/user/linkedUsers/fetch'>
  from: ResponseOf<'/user/accountLinkedTo/fetch'>
}

/** Other accounts of the same person: link, switch, remove; and accounts that may switch to this one. */
export default island('identity/linked-tab', { when: 'load' }, LinkedTab)

type Props = { place: AccountPlace; first: LinkedAccounts | null; roles: RoleNames }

function LinkedTab({ place, first, roles }: Props) {
  const t = useTexts(linkedTexts)
  const { own } = place
  const user_id = place.user_id ?? 0
  const query = { params: { query: { user_id } } }
  const to = useLoaded(first?.to ?? null, (api) => api.GET('/user/linkedUsers/fetch', query))
  const from = useLoaded(first?.from ?? null, (api) => api.GET('/user/accountLinkedTo/fetch', query))
  const [linking, setLinking] = useState(false)
  const onLinked = async () => {
    setLinking(false)
    await to.reload()
  }
  return (
    <div className="grid gap-7">
      <Section
        title={t(own ? 'to' : 'toOther')}
        lead={own && t('lead')}
        actions={
          own && (
            <Button size="sm" className="scripted" onClick={() => setLinking(true)}>
              {t('link')}
            </Button>
          )
        }
      >
        <ShowLoaded loaded={to}>
          {({ data, hiddenAccountCount }) => (
            <LinkedList
              people={data.map((person) => ({ ...person, user_id: person.related_user_id }))}
              hidden={hiddenAccountCount}
              none={t('none')}
              owner={user_id}
              direction="to"
              switches={own}
              roles={roles}
              onRemoved={to.reload}
            />
          )}
        </ShowLoaded>
      </Section>
      <Section title={t(own ? 'from' : 'fromOther')}>
        <ShowLoaded loaded={from}>
          {({ user, hiddenAccountCount }) => (
            <LinkedList
              people={user}
              hidden={hiddenAccountCount}
              none={t('noneFrom')}
              owner={user_id}
              direction="from"
              switches={false}
              roles={roles}
              onRemoved={from.reload}
            />
          )}
        </ShowLoaded>
      </Section>
      {linking && <LinkAccountDialog onClose={() => setLinking(false)} onLinked={onLinked} />}
    </div>
  )
}

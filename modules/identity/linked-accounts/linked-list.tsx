import { useState } from 'react'
import { useProvedApi } from '#modules/identity/proof/prove-dialog.tsx'
import { pathTo } from '#platform/path-to.ts'
import { AlertDialog } from '#platform/ui/alert-dialog.tsx'
import type { ResponseOf } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { linkedTexts } from './linked.texts.ts'

type Person = ResponseOf<'/user/accountLinkedTo/fetch'>['user'][number]
/** The names of roles in the page's language. */
export type RoleNames = Readonly<Record<string, string>>

type Props = {
  people: readonly Person[]
  hidden: number
  none: string
  /** The owner of the links. */
  owner: number
  direction: 'to' | 'from'
  switches: boolean
  roles: RoleNames
  onRemoved: () => Promise<void>
}

const nameOf = ({ first_name, last_name, email }: Person) => `${first_name} ${last_name}`.trim() || email

export function LinkedList({ people, hidden, none, owner, direction, switches, roles, onRemoved }: Props) {
  const t = useTexts(linkedTexts)
  const { call, busy, dialog } = useProvedApi()
  const [chosen, setChosen] = useState<Person | null>(null)
  const [step, setStep] = useState<'switching' | 'refreshing' | null>(null)

  async function switchTo({ user_id }: Person) {
    setStep('switching')
    const response = await call((api) => api.POST('/user/switchAccount', { body: { userId: user_id } }), { stay: true })
    setStep(response.ok ? 'refreshing' : null)
    if (response.ok) location.assign(pathTo('/dashboard'))
  }
  async function remove() {
    if (!chosen) return
    const body = { userId: chosen.user_id, isDissociateAccountLinkedTo: direction === 'from', owner_user_id: owner }
    const response = await call((api) => api.POST('/user/disssociateLinkedAccount', { body }))
    setChosen(null)
    if (response.ok) await onRemoved()
  }
  return (
    <>
      {people.length === 0 && <p className="text-muted-foreground">{none}</p>}
      <ul className="grid gap-2">
        {people.map((person) => (
          <li
            key={person.user_id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border bg-card px-4 py-3"
          >
            <PersonLines person={person} roles={roles} />
            <span className="flex gap-2 scripted">
              {switches && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={t('switchTo', { name: nameOf(person) })}
                  disabled={step !== null}
                  onClick={() => void switchTo(person)}
                >
                  {t('switch')}
                </Button>
              )}
              <Button
                variant="link"
                size="sm"
                aria-label={t('removeOf', { name: nameOf(person) })}
                onClick={() => setChosen(person)}
              >
                {t('remove')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="text-sm text-muted-foreground">{t('hidden', { n: hidden })}</p>}
      <p role="status" className="font-semibold">
        {step && t(step)}
      </p>
      <AlertDialog
        open={chosen !== null}
        onClose={() => setChosen(null)}
        title={t('removeTitle')}
        confirm={busy ? t('removing') : t('remove')}
        onConfirm={remove}
        busy={busy}
        danger
      >
        {chosen && t('removeText', { name: nameOf(chosen) })}
      </AlertDialog>
      {dialog}
    </>
  )
}

function PersonLines({ person, roles }: { person: Person; roles: RoleNames }) {
  return (
    <span className="min-w-0">
      <strong className="block truncate">{nameOf(person)}</strong>
      <span className="block truncate text-sm text-muted-foreground">
        {person.email} · {roles[person.role]} · {person.organization_name}
      </span>
    </span>
  )
}

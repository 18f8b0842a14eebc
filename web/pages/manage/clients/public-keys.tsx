import type { fetchClients } from '#modules/identity/clients/clients.ts'
import type { savePublicKeys } from '#modules/identity/clients/public-keys.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { ViewInput } from '#platform/web/page.ts'
import { clientPageTexts } from './clients.texts.ts'

type Client = Awaited<ReturnType<typeof fetchClients.run>>['clients'][number]
type KeysInput = Parameters<typeof savePublicKeys.run>[1]['keys']

/** The keys of a pasted JWK, list of them or JWK Set. The operation validates them. */
export function publicKeysOf(text = ''): KeysInput {
  if (text.trim() === '') return []
  let pasted: unknown
  try {
    pasted = JSON.parse(text)
  } catch {
    pasted = null
  }
  const isSet = typeof pasted === 'object' && pasted !== null && Object.hasOwn(pasted, 'keys')
  const inSet = isSet ? (pasted as { keys: unknown }).keys : pasted
  return (Array.isArray(inSet) ? inSet : [inSet]) as KeysInput
}

/** The public keys that assertions of a client are verified with. */
export function PublicKeys({ client: { public_keys }, form }: { client: Client; form: ViewInput['form'] }) {
  const t = useTexts(clientPageTexts)
  return (
    <Panel title={t('publicKeys')}>
      <p className="mb-4 max-w-reading text-muted-foreground">{t('publicKeysLead')}</p>
      {public_keys.length > 0 && <p className="mb-4">{t('publicKeysNow', { ids: public_keys.join(', ') })}</p>}
      <form method="post" className="grid max-w-2xl gap-4">
        {/* The pasted text is not shown again, because it may contain a private key. */}
        <TextareaField
          name="public_keys"
          label={t('publicKeysField')}
          hint={t('publicKeysHint')}
          error={form.errors.public_keys && t('publicKeysWrong')}
          rows={4}
          spellCheck={false}
          autoComplete="off"
          optional
        />
        <div>
          <SubmitButton name="action" value="publicKeys" variant="outline">
            {t('publicKeysSave')}
          </SubmitButton>
        </div>
      </form>
    </Panel>
  )
}

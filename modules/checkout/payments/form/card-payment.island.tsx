import { type RefObject, useEffect, useRef, useState } from 'react'
import { Alert } from '#platform/ui/alert.tsx'
import { Button, SubmitButton } from '#platform/ui/button.tsx'
import { validateEvent } from '#platform/ui/check-in-place.ts'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { island } from '#platform/ui/island.tsx'
import { loadScript } from '#platform/ui/load-script.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { type AcceptLibrary, type CardProblem, cardProblems, exchangeCard, type TypedCard } from './accept.shared.ts'
import { CardFields } from './card-fields.tsx'
import { cardTexts } from './card-payment.texts.ts'
import { savedCardValue } from './pay-by.shared.ts'

export type CardPaymentProps = {
  api_login_id: string
  client_key: string
  library_url: string
  /** The formatted amount; null if there is nothing to pay. */
  total: string | null
  /** Whether the buyer must confirm the date in the form's field `dob`. */
  confirm_dob: boolean
  /** The offered payment methods; only a new card by default. */
  offered?: { card: boolean; paypal: boolean }
  /** The buyer's saved cards, the preferred one first. */
  saved?: { payment_profile_id: number; last_4: string; brand: string }[]
}

/**
 * The last step of the checkout form: the payment method and the button. The card fields have no name, so the form
 * never posts them: the provider's library exchanges the card for a one-time token, which the form posts.
 */
export default island('checkout/card-payment', { when: 'load' }, CardPayment)

type Stage = { step: 'typing' } | { step: 'asking'; dob: string } | { step: 'paying' }

function CardPayment(props: CardPaymentProps) {
  const { library_url, total, confirm_dob } = props
  const choices = listChoices(props)
  const [payBy, setPayBy] = useState(choices[0] ?? 'card')
  // Only a new card needs further fields.
  const isByCard = total !== null && payBy === 'card' && choices.includes('card')
  const t = useTexts(cardTexts)
  const root = useRef<HTMLDivElement>(null)
  const token = useRef<HTMLInputElement>(null)
  const descriptor = useRef<HTMLInputElement>(null)
  const confirmedRef = useRef<HTMLInputElement>(null)
  const [stage, setStage] = useState<Stage>({ step: 'typing' })
  const [invalidFields, setInvalidFields] = useState<readonly CardProblem[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const reset = (text: string | null) => {
    setFailure(text)
    setStage({ step: 'typing' })
  }

  async function pay() {
    const form = root.current?.closest('form')
    if (!form) return
    setStage({ step: 'paying' })
    if (isByCard) {
      const result = await makeToken(props, readCard(root.current!))
      if ('problem' in result) return reset(result.problem === 'no-library' ? t('noLibrary') : result.problem)
      descriptor.current!.value = result.dataDescriptor
      token.current!.value = result.dataValue
    }
    form.dataset.ready = ''
    form.requestSubmit()
  }

  const check = () => {
    const problems = isByCard ? cardProblems(readCard(root.current!)) : []
    setInvalidFields(problems)
    return problems.length === 0
  }
  const clear = (field: CardProblem) => setInvalidFields((fields) => fields.filter((other) => other !== field))
  const start = () => {
    if (stage.step !== 'typing') return false
    setFailure(null)
    if (!check()) return false
    const dob = confirm_dob ? readDob(root.current!) : ''
    if (dob) setStage({ step: 'asking', dob })
    else if (isByCard) void pay()
    else setStage({ step: 'paying' })
    return !dob && !isByCard
  }
  useInterceptedForm(root, { start, check }, () => setStage({ step: 'typing' }))

  useEffect(() => {
    if (isByCard) void loadLibrary(library_url)
  }, [library_url, isByCard])

  return (
    <div ref={root} className="grid gap-4">
      {/* Uncontrolled: React would reset a value on every render. */}
      <input ref={descriptor} type="hidden" name="dataDescriptor" />
      <input ref={token} type="hidden" name="dataValue" />
      <input ref={confirmedRef} type="hidden" name="dob_confirmed" />
      {total !== null && <Choices {...props} choices={choices} payBy={payBy} onChoose={setPayBy} />}
      {isByCard && <CardFields invalidFields={invalidFields} onType={clear} />}
      {isByCard && <Checkbox name="saveCard" value="1" label={t('saveCard')} hint={t('saveCardHint')} />}
      {failure && <Alert variant="error">{failure}</Alert>}
      <SubmitButton size="lg" wide busy={stage.step === 'paying'} busyLabel={t('paying')}>
        {total === null ? t('finish') : payBy === 'paypal' ? t('toPaypal', { total }) : t('pay', { total })}
      </SubmitButton>
      <DobDialog
        dob={stage.step === 'asking' ? stage.dob : null}
        onReenter={() => reset(null)}
        onConfirm={() => {
          confirmedRef.current!.value = '1'
          void pay()
        }}
      />
    </div>
  )
}

/** The offered values of `pay_by`, the default first. */
const listChoices = ({ saved = [], offered = { card: true, paypal: false } }: CardPaymentProps): string[] => [
  ...saved.map(({ payment_profile_id }) => savedCardValue(payment_profile_id)),
  ...(offered.card ? ['card'] : []),
  ...(offered.paypal ? ['paypal'] : []),
]

type ChoicesProps = CardPaymentProps & { choices: string[]; payBy: string; onChoose: (payBy: string) => void }

function Choices({ saved = [], choices, payBy, onChoose }: ChoicesProps) {
  const t = useTexts(cardTexts)
  if (choices.length === 0) return <Alert variant="attention">{t('nothingOffered')}</Alert>
  if (choices.length === 1) return <input type="hidden" name="pay_by" value={choices[0]} />
  const label = (value: string) => {
    if (value === 'paypal') return { label: 'PayPal', hint: t('paypalHint') }
    const card = saved.find(({ payment_profile_id }) => savedCardValue(payment_profile_id) === value)
    if (card) return { label: t('ending', { last_4: card.last_4 }), hint: card.brand }
    return { label: saved.length > 0 ? t('newCard') : t('card') }
  }
  const options = choices.map((value) => ({ value, ...label(value) }))
  return <RadioGroup label={t('payBy')} name="pay_by" options={options} value={payBy} onChange={onChoose} boxed />
}

type DobProps = { dob: string | null; onReenter: () => void; onConfirm: () => void }

function DobDialog({ dob, onReenter, onConfirm }: DobProps) {
  const t = useTexts(cardTexts)
  const actions = (
    <>
      <Button variant="outline" onClick={onReenter}>
        {t('reenter')}
      </Button>
      <Button onClick={onConfirm}>{t('confirm')}</Button>
    </>
  )
  return (
    <Dialog open={dob !== null} onClose={onReenter} title={t('dobTitle')} actions={actions}>
      <p>{t('dobText')}</p>
      <p className="figures mt-2 text-2xl font-bold">{dob}</p>
    </Dialog>
  )
}

function readCard(root: HTMLElement): TypedCard {
  const inputOf = (name: keyof TypedCard) => root.querySelector<HTMLInputElement>(`[data-card="${name}"]`)?.value ?? ''
  return {
    name: inputOf('name'),
    number: inputOf('number'),
    expiration: inputOf('expiration'),
    cvc: inputOf('cvc'),
    postalCode: inputOf('postalCode'),
  }
}

const readDob = (root: HTMLElement): string =>
  root.closest('form')?.querySelector<HTMLInputElement>('[name="dob"]')?.value.trim() ?? ''

type FormHandlers = { start: () => boolean; check: () => boolean }

/** Intercepts the submission of the form around `root`, with the handlers of the latest render. */
function useInterceptedForm(root: RefObject<HTMLElement | null>, handlers: FormHandlers, restart: () => void): void {
  const latestRef = useRef(handlers)
  latestRef.current = handlers
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is intercepted once
  useEffect(() => interceptForm(root.current!, latestRef, restart), [])
}

/**
 * Passes every submission of the form to `start`, which returns whether it may continue immediately, because browsers
 * ignore a nested submission. A page restored from the browser's cache starts over.
 */
function interceptForm(root: HTMLElement, handlers: RefObject<FormHandlers>, restart: () => void): () => void {
  const form = root.closest('form')
  const onCheck = (event: Event) => {
    if (!handlers.current.check()) event.preventDefault()
  }
  const onSubmit = (event: SubmitEvent) => {
    if (form!.dataset.ready !== undefined) return
    if (handlers.current.start()) form!.dataset.ready = ''
    else event.preventDefault()
  }
  const onShow = (event: PageTransitionEvent) => {
    if (!event.persisted) return
    delete form?.dataset.ready
    restart()
  }
  form?.addEventListener(validateEvent, onCheck)
  form?.addEventListener('submit', onSubmit)
  addEventListener('pageshow', onShow)
  return () => {
    form?.removeEventListener(validateEvent, onCheck)
    form?.removeEventListener('submit', onSubmit)
    removeEventListener('pageshow', onShow)
  }
}

async function makeToken({ api_login_id, client_key, library_url }: CardPaymentProps, card: TypedCard) {
  await loadLibrary(library_url)
  const library = (globalThis as { Accept?: AcceptLibrary }).Accept
  return library ? exchangeCard(library, { api_login_id, client_key }, card) : { problem: 'no-library' }
}

const loadTimeoutMs = 15_000

/** Waits until the library is loaded, or is considered unavailable; the buyer can then click again. */
const loadLibrary = (url: string): Promise<void> =>
  Promise.race([loadScript(url).catch(() => {}), new Promise<void>((resolve) => setTimeout(resolve, loadTimeoutMs))])

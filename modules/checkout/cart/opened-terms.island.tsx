import { useEffect, useRef } from 'react'
import { Checkbox } from '../../../platform/ui/choice.tsx'
import { island } from '../../../platform/ui/island.tsx'

export type OpenedTermsProps = {
  label: string
  defaultChecked: boolean
  /** What the form's `accepted` says until this is ticked. */
  missing: string
}

/**
 * The tick at the end of the disclaimers. It is out of sight until they are opened, so the box beside the button says
 * what is missing, before a card is read.
 */
export default island('checkout/opened-terms', { when: 'load' }, OpenedTerms)

function OpenedTerms({ label, defaultChecked, missing }: OpenedTermsProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => tell(root.current!, missing), [missing])
  return (
    <div ref={root}>
      <Checkbox
        name="opened"
        value="1"
        label={label}
        defaultChecked={defaultChecked}
        onChange={() => tell(root.current!, missing)}
      />
    </div>
  )
}

function tell(root: HTMLElement, missing: string): void {
  const opened = root.querySelector('input')!
  const accepted = opened.form?.querySelector<HTMLInputElement>('[name="accepted"]')
  accepted?.setCustomValidity(opened.checked ? '' : missing)
}

import { useEffect, useRef } from 'react'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { island } from '#platform/ui/island.tsx'

export type SameAsShippingProps = { label: string; defaultChecked: boolean }

/**
 * The checkbox above the billing address, whose fields CSS shows while it is unchecked. Only visible fields may be
 * required; with scripts the browser checks them before the card is read.
 */
export default island('checkout/same-as-shipping', { when: 'load' }, SameAsShipping)

function SameAsShipping({ label, defaultChecked }: SameAsShippingProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => updateRequired(root.current!), [])
  return (
    <div ref={root}>
      <Checkbox
        name="sameAsShipping"
        value="1"
        label={label}
        defaultChecked={defaultChecked}
        onChange={() => updateRequired(root.current!)}
      />
    </div>
  )
}

function updateRequired(root: HTMLElement): void {
  const checkbox = root.querySelector('input')!
  const fields = checkbox.form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    '[data-billing] :is(input, select)',
  )
  for (const field of fields ?? []) field.required = !checkbox.checked && !field.name.endsWith('address2')
}

import { useEffect, useRef } from 'react'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { island } from '#platform/ui/island.tsx'

export type SameAsShippingProps = { label: string; defaultChecked: boolean }

/**
 * The checkbox beside the billing address, whose fields are shown by styles while it is unchecked. With scripts the
 * browser requires them then, before a card is read; a hidden field must not be required.
 */
export default island('checkout/same-as-shipping', { when: 'load' }, SameAsShipping)

function SameAsShipping({ label, defaultChecked }: SameAsShippingProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => setRequired(root.current!), [])
  return (
    <div ref={root}>
      <Checkbox
        name="sameAsShipping"
        value="1"
        label={label}
        defaultChecked={defaultChecked}
        onChange={() => setRequired(root.current!)}
      />
    </div>
  )
}

function setRequired(root: HTMLElement): void {
  const box = root.querySelector('input')!
  const fields = box.form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-billing] :is(input, select)')
  for (const field of fields ?? []) field.required = !box.checked && !field.name.endsWith('address2')
}

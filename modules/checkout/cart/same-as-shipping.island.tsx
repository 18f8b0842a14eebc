import { useEffect, useRef } from 'react'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { island } from '#platform/ui/island.tsx'

export type SameAsShippingProps = { label: string; defaultChecked: boolean }

/**
 * The box beside the fields of a billing address, which styles show while it is not ticked. With scripts the browser asks
 * for them then, before a card is read; a field that is out of sight must not be required.
 */
export default island('checkout/same-as-shipping', { when: 'load' }, SameAsShipping)

function SameAsShipping({ label, defaultChecked }: SameAsShippingProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => askFor(root.current!), [])
  return (
    <div ref={root}>
      <Checkbox
        name="sameAsShipping"
        value="1"
        label={label}
        defaultChecked={defaultChecked}
        onChange={() => askFor(root.current!)}
      />
    </div>
  )
}

function askFor(root: HTMLElement): void {
  const box = root.querySelector('input')!
  const fields = box.form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-billing] :is(input, select)')
  for (const field of fields ?? []) field.required = !box.checked && !field.name.endsWith('address2')
}

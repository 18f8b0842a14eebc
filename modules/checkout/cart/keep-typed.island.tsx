import { useEffect } from 'react'
import { island } from '../../../platform/ui/island.tsx'
import { changeInPlace } from './change-in-place.shared.ts'

/** Nothing to see: with scripts, a change of the cart leaves what was typed into the checkout where it is. */
export default island('checkout/keep-typed', { when: 'load' }, KeepTyped)

function KeepTyped() {
  useEffect(changeInPlace, [])
  return null
}

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { texts } from '../texts.ts'
import { LocaleContext, useTexts } from '../ui/locale.tsx'
import { Kept } from './kept.tsx'

const words = texts({ price: ['Price', 'Precio'] })
let drawn = 0

function Price({ amount }: { amount: number }) {
  const t = useTexts(words)
  drawn += 1
  return (
    <p>
      {t('price')} {amount}
    </p>
  )
}

const piece = (amount: number, locale: 'en-us' | 'es-es' = 'en-us', more = '') =>
  renderToStaticMarkup(
    <LocaleContext value={locale}>
      <Kept as="li" className="card" name="test-price" of={[amount, more]}>
        {() => <Price amount={amount} />}
      </Kept>
    </LocaleContext>,
  )

test('a piece is drawn once for what it is drawn from, and anew for anything else', () => {
  drawn = 0
  expect(piece(1)).toBe('<li class="card"><p>Price 1</p></li>')
  expect(piece(1)).toBe('<li class="card"><p>Price 1</p></li>')
  expect(drawn).toBe(1)
  expect(piece(2)).toBe('<li class="card"><p>Price 2</p></li>')
  expect(drawn).toBe(2)
})

test('a visitor who reads Spanish never gets the English piece', () => {
  expect(piece(3)).toContain('Price 3')
  expect(piece(3, 'es-es')).toContain('Precio 3')
})

test('what is too long or was not asked for lately is let go, so that memory stays bounded', () => {
  const long = 'x'.repeat(20_000)
  drawn = 0
  for (let times = 0; times < 2; times++) piece(4, 'en-us', long)
  expect(drawn).toBe(2)
  piece(5)
  for (let other = 0; other < 1_000; other++) piece(1_000 + other)
  drawn = 0
  piece(5)
  expect(drawn).toBe(1)
})

test('text is escaped, and the preload of an image stays out of the piece', () => {
  const html = renderToStaticMarkup(
    <Kept as="li" name="test-image" of={[]}>
      {() => (
        <>
          <img src="/sign.png" alt="" />
          {'<b>'}
        </>
      )}
    </Kept>,
  )
  expect(html).toBe('<li><img src="/sign.png" alt=""/>&lt;b&gt;</li>')
})

import { describe, expect, test } from 'vitest'
import { hostedVideoAt, isCard, readHostedVideo, renderDocument, validateDocument } from './index.ts'

const tube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
const vimeo = 'https://player.vimeo.com/video/76979871?dnt=1'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s&list=PL1', tube],
  ['youtu.be/dQw4w9WgXcQ?si=x', tube],
  [' https://m.youtube.com/shorts/dQw4w9WgXcQ ', tube],
  [tube, tube],
  ['http://vimeo.com/76979871', vimeo],
  ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1'],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1',
  ],
  [vimeo, vimeo],
])("%s is embedded from the host's domain without cookies or with tracking disabled", (text, address) => {
  expect(readHostedVideo(text)?.address).toBe(address)
  expect(hostedVideoAt(address)?.address).toBe(address)
})

const hostile = [
  'https://evil.example/embed/dQw4w9WgXcQ',
  'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
  'https://user:secret@www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ"onload=alert(1)',
  'https://www.youtube.com/embed/dQw4w9WgXcQ/../../redirect',
  'https://www.youtube.com/redirect?q=https://evil.example',
  'https://vimeo.com/76979871/8272103f6e/../evil',
  'https://player.vimeo.com/video/1?h="><script>',
  'javascript:alert(1)//www.youtube.com/watch?v=dQw4w9WgXcQ',
  'data:text/html,youtube.com',
  'file:///etc/passwd',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ\u0000',
  'https://www.youtube.com/\u202ewatch?v=dQw4w9WgXcQ',
  'http://127.0.0.1/video/1',
  '',
]
test.each(hostile)('refuses %s as a hosted video', (text) => {
  expect(readHostedVideo(text)).toBeNull()
  expect(hostedVideoAt(text)).toBeNull()
  expect(isCard({ component: 'video', src: text })).toBe(false)
})

describe('the card of a hosted video', () => {
  const videoDocument = (attrs: object) => ({ type: 'doc', content: [{ type: 'mediaCard', attrs }] })
  const render = (attrs: object, locale: 'en' | 'es' = 'en') =>
    renderDocument(videoDocument(attrs) as never, { locale, media: () => null })

  test('is a named, sandboxed frame without scripts or styles of its own', () => {
    const html = render({ component: 'video', src: tube, title: 'Ice <b>' })
    expect(html).toContain(`<iframe src="${tube}?enablejsapi=1" title="Ice &lt;b&gt;"`)
    expect(html).toContain('sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"')
    expect(html).not.toContain('style=')
    expect(render({ component: 'video', src: vimeo }, 'es')).toContain(`<iframe src="${vimeo}" title="Video en Vimeo"`)
  })

  test('is stored only as a video, and only with the address we write', () => {
    expect(validateDocument(videoDocument({ component: 'video', src: tube })).ok).toBe(true)
    for (const component of ['image', 'audio', 'pdf', 'docx'])
      expect(validateDocument(videoDocument({ component, src: tube })).ok, component).toBe(false)
    expect(validateDocument(videoDocument({ component: 'video', src: `${tube}?autoplay=1` })).ok).toBe(false)
    expect(validateDocument(videoDocument({ component: 'video', src: 'https://youtu.be/dQw4w9WgXcQ' })).ok).toBe(false)
    expect(render({ component: 'image', src: tube })).not.toContain(tube)
    expect(render({ component: 'video', src: `${tube}?autoplay=1` })).not.toContain('iframe')
  })
})

import { expect, test } from 'vitest'
import { type Component, embedOriginsOf } from '#modules/catalogue/index.ts'
import { lessonParts } from '#modules/learning/player/lesson-parts.ts'
import { videosOf } from './videos.ts'

const hosted = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
const card = (src: string) => ({ type: 'mediaCard', attrs: { component: 'video', src } })
const lesson = (...sources: string[]) =>
  ({
    type: 'Media',
    lk_component_type_id: 2,
    data: {
      media_id: 1,
      external_url: '',
      components: [{ component: 'video', src: 'media/ice.mp4' }],
      content: { type: 'doc', content: sources.map(card) },
    },
  }) as unknown as Component

test('a video of another host is shown in a frame, and is never required', () => {
  const component = lesson(hosted, 'media/snow.mp4')
  expect(videosOf(component)).toEqual(['media/ice.mp4', 'media/snow.mp4'])
  expect(embedOriginsOf([component])).toEqual(['https://www.youtube-nocookie.com'])
  expect(embedOriginsOf([lesson('media/snow.mp4')])).toEqual([])
  const [part] = lessonParts(component, [], { locale: 'en', media: new Map() })
  expect(part).toMatchObject({ kind: 'html', html: expect.stringContaining(`<iframe src="${hosted}?enablejsapi=1"`) })
})

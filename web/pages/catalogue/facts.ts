import type { PublicCourseResponse } from '#modules/catalogue/entry.ts'
import { courseLanguage } from '#modules/catalogue/lookups.shared.ts'
import { toCents } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import type { Locale } from '#platform/texts.ts'
import type { Details } from './details.ts'
import { addressIn, type PublicSite } from './head.ts'

type Facts = Record<string, unknown>

/** A course with its price in schema.org's terms. */
export function courseFacts({ course, imageUrl }: Details, site: PublicSite, locale: Locale): Facts {
  const url = addressIn(site.origin, pathTo('/course/details/:id', { id: course.course_website_id }), locale)
  return {
    '@type': 'Course',
    name: course.name,
    description: course.excerpt || course.name,
    url,
    inLanguage: course.lk_language_id === courseLanguage.Spanish ? 'es' : 'en',
    ...(imageUrl && { image: site.origin + imageUrl }),
    provider: { '@type': 'Organization', name: site.name, url: site.origin },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'online',
      courseWorkload: `PT${Math.round(course.required_seconds / 60)}M`,
    },
    offers: {
      '@type': 'Offer',
      price: dollarsText(course.price),
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      category: course.price > 0 ? 'Paid' : 'Free',
      url,
    },
  }
}

/** The courses of a list page, in order. */
export const listFacts = (courses: readonly PublicCourseResponse[], site: PublicSite, locale: Locale): Facts => ({
  '@type': 'ItemList',
  itemListElement: courses.map(({ course_website_id, name }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: addressIn(site.origin, pathTo('/course/details/:id', { id: course_website_id }), locale),
  })),
})

function dollarsText(dollars: number): string {
  const cents = toCents(dollars)
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

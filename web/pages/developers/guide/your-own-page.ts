import type { GuidePage } from './guide-page.ts'

export const yourOwnPage: GuidePage = {
  slug: 'your-own-page',
  title: 'Courses on your page',
  lead: 'Show the catalog, a course or a checkout button on your own site.',
  sections: [
    {
      title: 'Verify your site',
      blocks: [
        'Staff of the school add your site under the organization’s websites, “Your own sites”. Put the text shown there into the file `/.well-known/waypost-site.txt` of your site, or into a DNS record of the type TXT named `_waypost.` and your host name, and have it verified. Keep it there: staff can have it checked again at any time.',
      ],
    },
    {
      title: 'Three elements',
      blocks: [
        'Load `/embed.js` from the organization’s site as a module: `<script type="module" src="https://SITE/embed.js"></script>`. It is below 10 kB, sets no cookies, and inherits your fonts. The color is that of the school; `--waypost-color` changes it.',
        {
          table: [
            ['Element', 'Shows'],
            ['`<waypost-catalogue state="FL">`', 'the courses for sale with a search; `state` is optional'],
            ['`<waypost-course id="1001">`', 'one course, by its `course_website_id`'],
            [
              '`<waypost-checkout course="1001" code="SAVE5">`',
              'a button that opens the checkout of the school with the course and the promo code',
            ],
          ],
        },
        'The texts follow the `lang` of your page, in English or Spanish. Content between the tags of the first two is shown if the courses can’t be loaded; between the tags of the button it is the label. The attribute `administrator` or `instructor` takes the value of the same name from a referral link, and credits its author with the sale.',
      ],
    },
    {
      title: 'A frame',
      blocks: [
        'Where you can’t add scripts, put `https://SITE/embed/catalogue` into an iframe; `?state=FL` narrows it. Only verified sites may show it.',
      ],
    },
    {
      title: 'Your own design',
      blocks: [
        'Pages of a verified site may call `listPublicCourses` and `getPublicCourse` in the browser, with `credentials: \'omit\'`. Pictures need `crossorigin="anonymous"`. Other sites are refused by the browser.',
      ],
    },
  ],
}

import type { GuidePage } from './guide-page.ts'

export const yourOwnPage: GuidePage = {
  slug: 'your-own-page',
  title: 'Courses on your page',
  lead: 'Show the catalog, a course or a checkout button on your own site.',
  sections: [
    {
      title: 'Verify your site',
      blocks: [
        'An Admin of your organization, or staff of the school, adds your site under the organization’s websites, “Your own sites”. Put the text shown there in the file `/.well-known/waypost-site.txt` on your site, or in a TXT record named `_waypost.` followed by your host name, and choose “Verify” on that page. Leave it in place: it is checked once a day, and a site whose proof is missing for seven days stops showing your courses. Sites have a public https address; only a development server accepts one such as `http://localhost:8080`.',
      ],
    },
    {
      title: 'Three elements',
      blocks: [
        'Load `/embed.js` from the organization’s site as a module: `<script type="module" src="https://SITE/embed.js"></script>`. It is under 10 kB, sets no cookies, and inherits your fonts. It uses the school’s color; set `--waypost-color` to change it.',
        {
          table: [
            ['Element', 'Shows'],
            ['`<waypost-catalogue state="FL">`', 'the courses for sale, with a search; `state` is optional'],
            [
              '`<waypost-course id="1001">`',
              'one course, by its `course_website_id`: the number at the end of the address of its page',
            ],
            [
              '`<waypost-checkout course="1001" code="SAVE5">`',
              'a button that opens the checkout of the school with the course and the promo code',
            ],
          ],
        },
        'The texts follow the `lang` of your page, in English or Spanish. Content between the tags of the first two is shown if the courses can’t be loaded; between the tags of the button it is the label. The attribute `administrator` or `instructor` takes the value of the same name from a referral link, and credits that person with the sale.',
        'To show several schools on one page, load the script of each, and name the school of an element in its attribute `site`: `<waypost-catalogue site="https://SITE">`. Without it an element belongs to the first script.',
      ],
    },
    {
      title: 'A frame',
      blocks: [
        'If you can’t add scripts, put `https://SITE/embed/catalogue` in an iframe; `?state=FL` shows only one state. Only verified sites can show it.',
      ],
    },
    {
      title: 'Your own design',
      blocks: [
        'Pages of a verified site may call `listPublicCourses` and `getPublicCourse` in the browser, with `credentials: \'omit\'`. Pictures need `crossorigin="anonymous"`. The browser blocks other sites.',
      ],
    },
  ],
}

const word = (b: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0in} --></style></head><body lang=EN-US><!--StartFragment-->${b}<!--EndFragment--></body></html>`
const li = (lvl: number, list: string, num: string, txt: string) =>
  `<p class=MsoListParagraph style='margin-left:${lvl * 0.5}in;text-indent:-.25in;mso-list:${list} level${lvl} lfo1'><![if !supportLists]><span style='mso-fareast-font-family:Calibri'><span style='mso-list:Ignore'>${num}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${txt}<o:p></o:p></p>\n`
/** Clipboard content of Word, Excel, Google Docs and mail programs, by kind. */
export const officeFragments = {
  'word: list 1,2, paragraph, 3,4': word(
    li(1, 'l0', '1.', 'Signal') +
      li(1, 'l0', '2.', 'Mirror') +
      '<p class=MsoNormal>Remember the blind spot.</p>' +
      li(1, 'l0', '3.', 'Shoulder check') +
      li(1, 'l0', '4.', 'Move'),
  ),
  'word: bullets then numbers at once': word(
    li(1, 'l0', '·', 'Bullet one') +
      li(1, 'l0', '·', 'Bullet two') +
      li(1, 'l1', '1.', 'Step one') +
      li(1, 'l1', '2.', 'Step two'),
  ),
  'word: multilevel 1.1': word(
    li(1, 'l0', '1.', 'Top') +
      li(2, 'l0', '1.1.', 'Inner') +
      li(2, 'l0', '1.2.', 'Inner two') +
      li(1, 'l0', '2.', 'Next'),
  ),
  'word: superscript and subscript': word(
    "<p class=MsoNormal>a = 9.8 m/s<sup>2</sup>, CO<sub>2</sub>, area 12 ft<span style='vertical-align:super'>2</span>, 10<sup>3</sup> lb</p>",
  ),
  'word: tracked change': word(
    '<p class=MsoNormal>Stop <del cite="mailto:x" datetime="2026-01-01">always</del><ins cite="mailto:x" datetime="2026-01-01">fully</ins> here<span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[A1]</a></span></p><div style=\'mso-element:comment-list\'><div style=\'mso-element:comment\'><p class=MsoCommentText>Why?</p></div></div>',
  ),
  'word: tabs and line break': word(
    "<p class=MsoNormal>Speed<span style='mso-tab-count:1'>      </span>Distance<br>25 mph<span style='mso-tab-count:1'>      </span>85 ft</p>",
  ),
  'word online: nested list': `<div class="ListContainerWrapper"><ul class="BulletListStyle1"><li data-aria-level="1"><p><span>Outer</span></p></li></ul></div><div class="ListContainerWrapper"><ul><li data-aria-level="2" style="margin-left:72px"><p><span>Inner</span></p></li></ul></div><div class="ListContainerWrapper"><ol start="3"><li data-aria-level="1"><p>Third</p></li></ol></div>`,
  'excel: merged and formatted': `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table border=0 width=128 style='border-collapse:collapse'><!--StartFragment--><col width=64 span=2><tr height=20><td colspan=2 height=20 class=xl65 style='text-align:center;background:#FFE699'>Stopping</td></tr><tr><td align=right x:num>25</td><td class=xl66 align=right>85.5</td></tr><tr><td></td><td>&nbsp;</td></tr><!--EndFragment--></table></body></html>`,
  'google docs: checklist, heading, indent': `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-9"><h2 dir="ltr"><span style="font-size:16pt;font-weight:400">Right of way</span></h2><ul style="list-style-type:none"><li dir="ltr" role="checkbox" aria-checked="false"><img src="data:image/png;base64,AAAA" alt="unchecked"/><p style="display:inline-block"><span>Mirrors</span></p></li></ul><p dir="ltr" style="margin-left:36pt"><span>Indented</span></p><ol start="4"><li dir="ltr" style="list-style-type:decimal"><p><span>Four</span></p></li></ol></b>`,
  'table in a table': `<table><tr><td>Outer<table><tr><td>Inner a</td><td>Inner b</td></tr></table></td><td>Right</td></tr></table>`,
  'list in a table cell': `<table><tr><td><ul><li>One</li><li>Two</li></ul></td></tr></table>`,
  'curly quotes and dashes': `<p>“Stop” — don’t roll… 25–30 mph</p>`,
  'strong with tags as text': `<p>Use &lt;b&gt; and &amp;nbsp; as text: 3 &lt; 5 &gt; 2</p>`,
  'mail: br only': `<div>Line one<br><br>Line two</div>`,
  'mathml and latex': `<p>v<sup>2</sup>/2a <math><mi>x</mi></math> \\(a^2\\)</p>`,
} as const

const word = (body: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]--><style><!-- @font-face {font-family:"Cambria Math";} p.MsoNormal {margin:0in;} --></style></head><body lang=EN-US style='tab-interval:.5in'><!--StartFragment-->${body}<!--EndFragment--></body></html>`
const sign = (text: string) =>
  `<![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${text}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>`
const item = (level: number, name: string, text: string, body: string) =>
  `<p class=MsoListParagraphCxSp${name} style='text-indent:-.25in;mso-list:l0 level${level} lfo1'>${sign(text)}${body}<o:p></o:p></p>\n`

/** Clipboard content as programs write it. */
export const fragments = {
  wordList: word(
    item(1, 'First', '·', 'First') +
      item(1, 'Middle', '·', 'Second <b style="mso-bidi-font-weight:normal">bold</b>') +
      item(2, 'Last', '1.', 'Inner one') +
      '<p class=MsoNormal>After</p>',
  ),
  wordText: word(
    `<h1 style='mso-outline-level:1'><span style='font-size:16.0pt;color:#2F5496'>Right of way<o:p></o:p></span></h1><p class=MsoNormal align=center style='text-align:center'><b><span style='font-size:12.0pt;line-height:107%;color:red'>Stop</span></b><span style='mso-spacerun:yes'>   </span><i>always</i> <u>here</u> <s>never</s> <span style='background:yellow;mso-highlight:yellow'>marked</span> H<sub>2</sub>O<a href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><!--[if gte vml 1]><v:shape id="x" style='width:1pt'><v:imagedata src="file:///C:/Users/me/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=624 height=351 src="file:///C:/Users/me/AppData/clip_image002.png" v:shapes="x"><![endif]>`,
  ),
  wordTable: word(
    `<table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse;border:none'><tr style='mso-yfti-irow:0'><td width=312 colspan=2 valign=top style='width:233.75pt;background:#D9E2F3;mso-background-themecolor:accent1'><p class=MsoNormal>Speed<o:p></o:p></p></td></tr><tr><td width=312 style='border-top:none'><p class=MsoNormal>25 mph</p></td><td rowspan=2><p class=MsoNormal align=right style='text-align:right'>82 ft</p></td></tr><tr><td></td></tr></table>`,
  ),
  googleDocs:
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;margin-top:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;">Plain </span><span style="font-weight:700;color:#000000">bold</span><span style="font-weight:400"> </span><span style="font-style:italic">slanted</span><span> </span><a href="https://example.org" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;color:#000">link</span></a></p><p dir="ltr"><span style="color:#ff0000">red</span></p></b><br class="Apple-interchange-newline">',
  googleList:
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-2"><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>One</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span>One a</span></p></li></ul><li dir="ltr"><p><span>Two</span></p></li></ul><br/><div dir="ltr" align="left"><table><colgroup><col/><col/></colgroup><tbody><tr><td><p><span>a</span></p></td><td style="background-color:#fff2cc"><p><span>b</span></p></td></tr></tbody></table></div></b>',
  table:
    '<table><thead><tr><th colspan="2" style="background:#fff">Both</th></tr></thead><tbody><tr><td style="background-color: #FFF3B0">1</td><td bgcolor="#ffffff">2</td></tr></tbody></table>',
  webPage:
    '<html><head><title>x</title><script>alert(1)</script><style>p{color:red}</style></head><body onload="alert(1)"><!-- c --><article><header><h2 class="t" onclick="alert(1)">Title</h2></header><p style="position:fixed">Text<img src="x" onerror="alert(1)"></p><p><a href="javascript:alert(1)">odd link</a></p><video controls></video><form><input value="1"><select><option>o</option></select></form><noscript><img src="https://evil.example/t.gif"></noscript><svg><circle r="1"/></svg><p>End</p></article></body></html>',
  wiki: '<div class="mw-parser-output"><p><b>Stopping distance</b> is the <a href="/wiki/Distance" title="Distance">distance</a> a <a href="https://en.wikipedia.org/wiki/Vehicle" class="mw-redirect">vehicle</a> travels<sup id="cite_ref-1"><a href="#cite_note-1">[1]</a></sup>.</p><div class="mw-heading"><h3 id="x">See also</h3><span class="mw-editsection">[edit]</span></div><ul><li>One<ul><li>Two</li></ul></li></ul><dl><dt>Term</dt><dd>Meaning</dd></dl><table class="wikitable"><caption>Speeds</caption><tbody><tr><th scope="row">30</th><td rowspan="2">75 ft</td></tr><tr><th>40</th></tr></tbody></table></div>',
  code: '<pre style="background:#1e1e1e;color:#d4d4d4"><code class="language-js"><span style="color:#569cd6">const</span> a = 1;\n  b()</code></pre><p>Use <code>npm</code> and <kbd>Ctrl</kbd></p>',
  mail: '<div dir="ltr">Hello,<div><br></div><div>see <font color="#ff0000" size="4">this</font> &amp; <span style="text-decoration: line-through">that</span></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex"><div>quoted<blockquote>deeper</blockquote></div></blockquote></div>',
  sheet:
    '<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1"><colgroup><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="font-weight:bold;" data-sheets-value="{&quot;1&quot;:2}">Name</td><td style="text-align:right">1</td></tr></tbody></table>',
  loose:
    '</p></td><td>cell<li>item</ul><tr><p>text<b><i>x</b>y</i><table><li>z</table><h7>seven</h7><marquee>m</marquee>',
  hostile:
    '<p data-variant="x&quot; onclick=1" data-align="javascript:">a</p><h2 data-level="99">b</h2><ol start="-5" type="a"><li>c</li></ol><td colspan="999999" rowspan="0" data-background="url(https://evil.example)">d</td><span data-color="red;}" data-background="#fff\\">e</span><mark data-color="x">f</mark><a href="data:text/html,x" target="_top" rel="opener">g</a><a href="https://a@evil.example/">h</a><math><mi xlink:href="javascript:alert(1)">i</mi></math><template><p>j</p></template><pre data-language="../x">k</pre><object data="x">l</object><p>\u0000m\ud800n</p>',
} as const

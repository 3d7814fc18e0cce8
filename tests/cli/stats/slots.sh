. "$ZR_TESTS/make_labels.sh"
zr delete labels 10:20 >/dev/null
zr stats labels --slots 50 --report page.html
"$PYTHON" - <<'END'
import html.parser, json, re
page = open("page.html").read()
html.parser.HTMLParser().feed(page)
data = json.loads(re.search(r'id="data">(.*)</script>', page, re.S).group(1))
print(data["title"], data["command"], data["facts"]["live, bytes"], data["facts"]["dead, bytes"])
END
zr stats labels --report page.html

// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// ajv.js SCHEMA: fleet files from stdin, one a line; what ajv says of each, one JSON object a line: its first error, or
// an empty object.
const fs = require("fs");
const validate = new (require("ajv"))().compile(JSON.parse(fs.readFileSync(process.argv[2])));
const lines = fs.readFileSync(0, "utf8").trimEnd().split("\n");
const answers = lines.map((line) => {
	if (validate(JSON.parse(line)))
		return {};
	const first = validate.errors[0];
	return { kind: first.keyword, text: `${first.dataPath} ${first.message}` };
});
fs.writeSync(1, answers.map((answer) => JSON.stringify(answer)).join("\n") + "\n");

// The requests of .ci/fleet-large, which sets up what they need and says what
// they are for. Run there as: node checks.mjs FOLDER [apart], where the folder
// holds the server and its mcp.json, and apart tells that these processes are
// alone in namespaces of their own.
import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { createRuntime } from "mcporter";

const [work, apart] = process.argv.slice(2);
const repo = `${work}/repo`;
const wanted = 7; // servers
let passed = 0, failed = 0;

const within = (promise, seconds, what) => {
	let timer;
	const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`${what}: not within ${seconds} s`)), 1000 * seconds); });
	return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

async function check(name, run) {
	try {
		await within(run(), 60, name);
		passed++;
		console.log(`ok      ${name}`);
	} catch (error) {
		failed++;
		console.log(`FAILED  ${name}\n${String(error.stack ?? error).replace(/^/gm, "        ")}`);
	}
}

function want(condition, what, got) {
	if (!condition) throw new Error(`${what}: ${JSON.stringify(got)?.slice(0, 1500)}`);
}

async function until(what, seconds, done) {
	for (const end = Date.now() + 1000 * seconds; Date.now() < end; await sleep(50)) {
		const value = await done();
		if (value) return value;
	}
	throw new Error(`${what}: not within ${seconds} s\n${log.slice(-3000)}`);
}

// The page that the browser is sent to. Its text is new in every run, so that
// nothing but a visit can bring it back.
const secret = randomUUID();
const visits = [];
const page = createServer((request, response) => {
	visits.push({ path: request.url, agent: request.headers["user-agent"] ?? "" });
	response.setHeader("Content-Type", "text/html");
	response.end(`<title>Harbour lights</title><h1>Harbour lights</h1><p>The lamp says ${secret}.</p><a href="/mole">To the mole</a>`);
});
await new Promise(listening => page.listen(0, "127.0.0.1", listening));
const site = `http://127.0.0.1:${page.address().port}`;

// The server, and how long it takes.
let log = "", greeting = "";
const began = Date.now();
const since = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
const server = spawn(`${work}/sextant-mcp`, ["-config", `${work}/mcp.json`, "-http", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "pipe"] });
const ended = new Promise(end => server.on("exit", (code, signal) => end(code ?? signal)));
server.stdout.on("data", data => { greeting += data; });
server.stderr.on("data", data => { log += data; });
const url = await until("an address", 30, () => greeting.match(/^serving MCP at (\S+)/m)?.[1]);
const health = async () => (await fetch(new URL("/healthz", url))).json();
console.log(`serving after ${since()}`);
await until("all servers", 120, async () => (await health()).servers.filter(s => s.state === "ready").length === wanted);
console.log(`all ${wanted} servers after ${since()}`);
const state = await until("the learned ranking", 200, async () => {
	const h = await health();
	return h.learned && h.servers.every(s => s.state === "ready") ? h : null;
});
const tools = state.servers.reduce((sum, s) => sum + s.tools, 0);
console.log(`what can be learned of their tools after ${since()}`);
console.log(`${tools} tools: ${state.servers.map(s => `${s.name} ${s.tools}`).join(", ")}`);

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const client = await createRuntime({ servers: [{ name: "sextant", command: { kind: "http", url: new URL(url) } }], logger: quiet });
async function call(verb, intent, hints) {
	const result = await client.callTool("sextant", verb, { args: { intent, ...(hints && { hints }) }, disableOAuth: true });
	return { ...result.structuredContent, content: result.content, isError: result.isError };
}
// routed makes a request and wants it to run on a tool.
async function routed(tool, verb, intent, hints) {
	const reply = await call(verb, intent, hints);
	want(reply.executed && reply.routing.chosen_tool === tool && !reply.isError, `${verb} "${intent}" runs ${tool}`, reply);
	return reply;
}
const holds = (reply, text) => want(JSON.stringify(reply.result).includes(text), `the result holds ${text}`, reply.result);
const inRepo = (...args) => execFileSync("git", ["-C", repo, ...args], { encoding: "utf8" });

if (apart) {
	await check("there is no network but the loopback", async () => {
		const others = Object.keys(networkInterfaces()).filter(name => name !== "lo");
		want(others.length === 0, "interfaces", others);
	});
}
await check("one fleet of 150 tools or more", async () => {
	const { result } = await routed("sextant_fleet_status", "ask", "which servers are connected");
	want(tools >= 150 && result.servers.filter(s => s.state === "ready").length === wanted, "the servers", result);
});
let listed;
await check("a client sees nine tools, in 1,200 tokens at most", async () => {
	const list = await client.listTools("sextant", { includeSchema: true });
	listed = encode(JSON.stringify(list.map(t => ({ name: t.name, description: t.description, inputSchema: t.inputSchema })))).length;
	want(list.length === 9 && listed <= 1200, `${listed} tokens`, list.map(t => t.name));
});
console.log(`        tools/list: ${listed} tokens`);

await check("files: ask lists a folder", async () => {
	const reply = await routed("list_directory", "ask", "what files are in docs?");
	holds(reply, "guide.md");
	holds(reply, "faq.md");
});
await check("files: ask reads one", async () => holds(await routed("read_text_file", "ask", "read the text file docs/guide.md"), "How to begin."));
await check("memory: write stores an entity", async () => {
	await routed("create_entities", "write", "store a new entity in memory", { entities: [{ name: "Ada", entityType: "person", observations: ["keeps bees"] }] });
	want(readFileSync(`${work}/memory.jsonl`, "utf8").includes('"Ada"'), "the server's file holds it");
});
await check("memory: ask finds it again", async () => holds(await routed("search_nodes", "ask", 'search my memory for "Ada"'), "keeps bees"));

await check("browser: act shows the navigation first, as its server calls it destructive", async () => {
	const preview = await call("act", `open ${site}/pier in the browser`);
	want(!preview.executed && preview.routing.chosen_tool === "browser_navigate" && preview.routing.plan_ref && visits.length === 0, "a preview", preview);
	want(preview.result.call.arguments.url === `${site}/pier`, "the address", preview.result);
	const reply = await routed("browser_navigate", "act", `open ${site}/pier in the browser`, { plan_ref: preview.routing.plan_ref });
	holds(reply, "Harbour lights");
	want(visits.some(v => v.path === "/pier" && v.agent.includes("Chrome")), "the page was visited", visits);
});
let link;
await check("browser: ask reads the page", async () => {
	const reply = await routed("browser_snapshot", "ask", "what is on the page now?");
	holds(reply, secret);
	link = JSON.stringify(reply.result).match(/link \\*"To the mole\\*" \[ref=(\w+)\]/)?.[1];
	want(link, "its link", reply.result);
});
await check("browser: act follows the link", async () => {
	const intent = "click on the link To the mole";
	const preview = await call("act", intent, { target: link });
	want(!preview.executed && preview.routing.chosen_tool === "browser_click" && preview.routing.plan_ref, "a preview", preview);
	await routed("browser_click", "act", intent, { plan_ref: preview.routing.plan_ref });
	want(visits.some(v => v.path === "/mole"), "the page was visited", visits);
});
await check("browser: ask gets a picture, whole", async () => {
	const { content } = await routed("browser_take_screenshot", "ask", "take a screenshot of the page", { scale: "css", type: "png" });
	const picture = content.find(c => c.type === "image" && c.mimeType === "image/png");
	want(picture && Buffer.from(picture.data, "base64").subarray(1, 4).toString() === "PNG", "a PNG", content);
});

await check("git: ask tells the state of a repository", async () => holds(await routed("git_status", "ask", `git status of ${repo}`), "harbour.txt"));
await check("git: act sets the repository to work in", async () => holds(await routed("git_set_working_dir", "act", `use the repository ${repo}`), repo));
await check("git: ask shows the log of it", async () => holds(await routed("git_log", "ask", "show me the commit log"), "First light"));
await check("git: write stages and commits", async () => {
	await routed("git_add", "write", "stage all files", { all: true });
	await routed("git_commit", "write", 'commit the staged files with the message "Second light"');
	want(inRepo("log", "-1", "--format=%s", "--", "harbour.txt").trim() === "Second light", "git's own log", inRepo("log"));
});

await check("everything: ask adds two numbers", async () => holds(await routed("get-sum", "ask", "what is 3 plus 4?"), "7"));
await check("thinking: ask takes a thought", async () => {
	const reply = await routed("sequentialthinking", "ask", "think it through step by step", { thought: "Tides turn.", thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: false });
	holds(reply, "thoughtHistoryLength");
});
await check("kubernetes: find knows its tools", async () => {
	const reply = await call("find", "list the pods of the cluster");
	want(!reply.executed && reply.result[0].id === "pods_list", "the first", reply.result.map(c => c.id));
});
await check("kubernetes: without a cluster, ask says so", async () => {
	const reply = await call("ask", "list the pods of the cluster");
	want(reply.isError && reply.routing.chosen_tool === "pods_list" && reply.error.includes("connection refused"), "an error", reply);
});
await check("ask refuses what none of them serves", async () => {
	const reply = await call("ask", "book a table for two");
	want(!reply.executed && reply.routing.decision === "no_match", "no match", reply);
});

await client.close();
// others are the processes that are left of this run; a shell is the first one in
// the namespace, and without one only those count that name the folder.
function others() {
	return readdirSync("/proc").filter(name => /^\d+$/.test(name)).flatMap(pid => {
		try {
			const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim(); // empty when it has ended
			const ours = apart ? pid !== "1" : command.includes(work);
			return command && ours && ![process.pid, process.ppid].includes(Number(pid)) ? [`${pid} ${command.slice(0, 150)}`] : [];
		} catch {
			return []; // it has ended meanwhile
		}
	});
}
await check("an interrupt ends the server and all behind it, the browser included", async () => {
	const before = others();
	want(before.length > wanted && before.some(p => p.includes("--headless")), "there is something to end", before);
	server.kill("SIGINT");
	const code = await within(ended, 20, "the server's end");
	want(code === 0, `the exit code is ${code}`, log.slice(-1000));
	let left;
	for (let i = 0; i < 100 && (left = others()).length > 0; i++) await sleep(100);
	want(left.length === 0, "processes are left", left);
});
page.closeAllConnections();
page.close();
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

// The tests that start a server and a browser: `npm run e2e`.
import { defineConfig } from "vitest/config";

export default defineConfig({
    test: {
        environment: "node",
        include: ["e2e/**/*.test.ts"],
        fileParallelism: false,
        testTimeout: 60000,
        hookTimeout: 60000,
    },
});

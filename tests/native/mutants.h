/* Native code in which any one instruction can be broken while it runs: the macros of
 * engine/lang/native/prelude.h again, each with a fault that native_mutant switches on. The program
 * mutants.c puts this text behind the prelude of generated C. It also counts how often each
 * instruction runs. No file includes this.
 *
 * The faults: a value has another lowest bit; a jump is taken where it should not be, and the
 * reverse; a write, a listing, a loop's turn or an operation on a large set is left out; a charge
 * is one unit too high. */
#define NATIVE_SEEN __attribute__((weak, visibility("default")))
NATIVE_SEEN int native_mutant = -1;
NATIVE_SEEN long native_ran[CORE_CODE_COUNT];

#define BROKEN(name) (native_ran[CORE_CODE_##name]++, native_mutant == CORE_CODE_##name)

#undef COST
#define COST(here, units)                                                                          \
    at = here;                                                                                     \
    CORE_SPEND((units) + BROKEN(COST));

#undef RETURNS
#define RETURNS(name, value) return (value) ^ BROKEN(name);

#undef JUMP
#define JUMP(label)                                                                                \
    if (!BROKEN(JUMP))                                                                             \
        goto label;

#undef GIVES
#define GIVES(name, A, ...)                                                                        \
    A = (int64_t)(CORE_VALUE_##name(A, __VA_ARGS__));                                              \
    A ^= BROKEN(name);

#undef WHEN
#define WHEN(name, label, ...)                                                                     \
    if (!!(CORE_WHEN_##name(__VA_ARGS__)) != BROKEN(name))                                         \
        goto label;

#undef EFFECT
#define EFFECT(name, here, ...)                                                                    \
    at = here;                                                                                     \
    if (!BROKEN(name) && !(CORE_EFFECT_##name(__VA_ARGS__)))                                       \
        goto failed;

#undef LIST
#define LIST(name, ...)                                                                            \
    if (!BROKEN(name) && !(CORE_LIST_##name(__VA_ARGS__)))                                         \
        return 0;

/* Statements that give a value give another one; the others are left out. */
#define STEP_FLOOD(...) STEP_GIVES(FLOOD, __VA_ARGS__)
#define STEP_RAY(...) STEP_GIVES(RAY, __VA_ARGS__)
#define STEP_DIV_STRICT(...) STEP_GIVES(DIV_STRICT, __VA_ARGS__)
#define STEP_MOD_STRICT(...) STEP_GIVES(MOD_STRICT, __VA_ARGS__)
#define STEP_ME(...) STEP_GIVES(ME, __VA_ARGS__)
#define STEP_CERTAIN(...) STEP_GIVES(CERTAIN, __VA_ARGS__)
#define STEP_KEY(...) STEP_GIVES(KEY, __VA_ARGS__)
#define STEP_SEEN(...) STEP_GIVES(SEEN, __VA_ARGS__)
#define STEP_GIVES(name, A, ...)                                                                   \
    CORE_STEP_##name(A, __VA_ARGS__);                                                              \
    A ^= BROKEN(name);

#define STEP_NEXT_ZONE(...) STEP_DOES(NEXT_ZONE, __VA_ARGS__)
#define STEP_NEXT_ZONE_LARGE(...) STEP_DOES(NEXT_ZONE_LARGE, __VA_ARGS__)
#define STEP_RANGE(...) STEP_DOES(RANGE, __VA_ARGS__)
#define STEP_NEXT_NUMBER(...) STEP_DOES(NEXT_NUMBER, __VA_ARGS__)
#define STEP_NEXT_PIECE(...) STEP_DOES(NEXT_PIECE, __VA_ARGS__)
#define STEP_NEXT_CHOSEN(...) STEP_DOES(NEXT_CHOSEN, __VA_ARGS__)
#define STEP_TURN(...) STEP_DOES(TURN, __VA_ARGS__)
#define STEP_YIELD_KIND(...) STEP_DOES(YIELD_KIND, __VA_ARGS__)
#define STEP_DOES(name, ...)                                                                       \
    if (!BROKEN(name)) {                                                                           \
        CORE_STEP_##name(__VA_ARGS__)                                                              \
    }

/* A shared value that is not asked whether it still holds, and one that is kept wrong. */
#define STEP_RECALL(...) CORE_STEP_RECALL(__VA_ARGS__)
#undef CORE_RECALLS
#define CORE_RECALLS(k) (BROKEN(RECALL) || native_recalls(play, &play->shared[k]))
#define STEP_KEEP(...) CORE_STEP_KEEP(__VA_ARGS__)
#undef CORE_KEEPS
#define CORE_KEEPS(k, value) native_keeps(play, &play->shared[k], (value) ^ BROKEN(KEEP))

#undef STEP
#define STEP(name, here, ...)                                                                      \
    {                                                                                              \
        at = here;                                                                                 \
        STEP_##name(__VA_ARGS__)                                                                   \
    }

#undef LARGE
#define LARGE(name, here, units, code)                                                             \
    at = here;                                                                                     \
    CORE_SPEND(units);                                                                             \
    if (!BROKEN(name))                                                                             \
        core_run_large(play, &code);

#undef CHOSEN
#define CHOSEN(here, a, A, B, C)                                                                   \
    at = here;                                                                                     \
    CORE_SPEND(CORE_MOST_SUBSET);                                                                  \
    core_code_chosen(play, a, B, (C) ^ BROKEN(CHOSEN));                                            \
    A = r[a];

#undef CALL
#define CALL(here, code)                                                                           \
    at = here;                                                                                     \
    if (!BROKEN(CALL))                                                                             \
        core_code_call(play, &code);                                                               \
    if (play->failed)                                                                              \
        goto failed;

#undef PRIMITIVE
#define PRIMITIVE(here, A, k, b, count)                                                            \
    at = here;                                                                                     \
    A = play->rules->primitives[k].call(play, play->rules->primitives[k].data, r + (b), count) ^   \
        BROKEN(PRIMITIVE);                                                                         \
    if (play->failed)                                                                              \
        goto failed;

/* A routine that is not called. */
#undef INVOKE
#define INVOKE(here, code, k, b, registers)                                                        \
    at = here;                                                                                     \
    if (play->calls >= CORE_MOST_CALLS || (registers) > play->end - (r + (b))) {                   \
        core_code_no_window(play, &play->rules->routines[k]);                                      \
        goto called;                                                                               \
    }                                                                                              \
    play->calls++;                                                                                 \
    play->vars = r + (b);                                                                          \
    x = BROKEN(INVOKE) ? 0 : code(play);                                                           \
    play->vars = r;                                                                                \
    play->calls--;                                                                                 \
    if (play->failed)                                                                              \
        goto called;
